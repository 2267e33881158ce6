/* tr -s SET1 SET2: translates the characters of a text and squeezes repeats of what was translated. SET1 and the text are
   symbolic; a set has ranges (a-e) and the escapes \n, \t and \\. */
#include <klee/klee.h>
#include <string.h>
#ifndef N
#define N 3
#endif
#ifndef M
#define M 3
#endif
#define CAPACITY 8

static int escape(int c) {
  switch (c) {
  case 'n': return '\n';
  case 't': return '\t';
  default: return c;
  }
}

/* Writes the characters of a set and gives their number, or -1 for a set that is wrong. */
static int expand(const char *spec, unsigned char *set) {
  int size = 0;
  while (*spec != '\0') {
    unsigned char c = (unsigned char)*spec++;
    if (c == '\\') {
      if (*spec == '\0') return -1;
      c = (unsigned char)escape(*spec++);
    }
    if (spec[0] == '-' && spec[1] != '\0') {
      unsigned char last = (unsigned char)spec[1];
      if (last < c || last - c >= CAPACITY - size) return -1;
      while (c < last) set[size++] = c++;
      spec += 2;
    }
    if (size >= CAPACITY) return -1;
    set[size++] = c;
  }
  return size;
}

static size_t translate(char *text, const unsigned char *from, int from_size, const char *to) {
  size_t length = 0, to_size = strlen(to);
  int previous = -1;
  for (const char *s = text; *s != '\0'; s++) {
    const unsigned char *found = memchr(from, (unsigned char)*s, (size_t)from_size);
    int c = (unsigned char)*s;
    if (found != NULL) {
      size_t index = (size_t)(found - from);
      c = to[index < to_size ? index : to_size - 1]; /* the last one stands for all that follow */
      if (c == previous) continue;
    }
    previous = found ? c : -1;
    text[length++] = (char)c;
  }
  text[length] = '\0';
  return length;
}

int main(void) {
  char spec[N + 1], text[M + 1];
  unsigned char set[CAPACITY];
  klee_make_symbolic(spec, sizeof spec, "spec");
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(spec[N] == '\0');
  klee_assume(text[M] == '\0');
  int size = expand(spec, set);
  if (size <= 0) return 1;
  size_t before = strlen(text);
  size_t length = translate(text, set, size, "xyz");
  klee_assert(length <= before);
  return 0;
}
