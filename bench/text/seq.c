/* seq FIRST LAST: checks both numbers and says how many lines there are and how wide the widest is (-w). The operands come
   in one symbolic text; a number has a sign, digits, and up to two decimals. */
#include <klee/klee.h>
#include <ctype.h>
#include <string.h>
#ifndef N
#define N 6
#endif
#define SCALE 100

struct number {
  long value; /* in hundredths */
  int decimals, width;
};

/* Gives the end of the number, or null where there is none. */
static const char *parse(const char *s, struct number *number) {
  const char *start = s;
  int negative = 0, digits = 0;
  long scale = SCALE;
  number->value = 0;
  number->decimals = 0;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  for (; isdigit((unsigned char)*s); s++, digits++) number->value = number->value * 10 + (*s - '0');
  number->value *= SCALE;
  if (*s == '.') {
    s++;
    for (; isdigit((unsigned char)*s); s++, digits++) {
      scale /= 10;
      if (scale == 0) return NULL;
      number->value += (*s - '0') * scale;
      number->decimals++;
    }
  }
  if (digits == 0) return NULL;
  if (negative) number->value = -number->value;
  number->width = (int)(s - start);
  return s;
}

int main(void) {
  char text[N + 1];
  struct number first, last;
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[N] == '\0');
  const char *s = parse(text, &first);
  if (s == NULL || !isspace((unsigned char)*s)) return 1;
  s += strspn(s, " \t");
  s = parse(s, &last);
  if (s == NULL || *s != '\0') return 1;
  if (first.value > last.value) return 0;
  long lines = (last.value - first.value) / SCALE + 1;
  int width = first.width > last.width ? first.width : last.width;
  klee_assert(lines >= 1);
  klee_assert(first.value + (lines - 1) * SCALE <= last.value);
  klee_assert(first.value + lines * SCALE > last.value);
  klee_assert(width < N);
  return 0;
}
