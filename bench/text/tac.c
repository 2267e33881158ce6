/* tac | rev: writes the lines of a text from the last to the first, each from its end to its start where it begins
   with '<'. */
#include <klee/klee.h>
#include <string.h>
#ifndef N
#define N 8
#endif

static void reverse(char *s, size_t length) {
  for (size_t i = 0, j = length; i + 1 < j; i++) {
    char c = s[i];
    s[i] = s[--j];
    s[j] = c;
  }
}

/* The start of the line that ends at `end`. */
static const char *line_start(const char *text, const char *end) {
  while (end > text && end[-1] != '\n') end--;
  return end;
}

static size_t tac(const char *text, char *out) {
  size_t length = strlen(text), written = 0;
  const char *end = text + length;
  if (length == 0) return 0;
  if (end[-1] == '\n') end--; /* the last line's end begins no line */
  for (;;) {
    const char *start = line_start(text, end);
    size_t size = (size_t)(end - start);
    memcpy(out + written, start, size);
    if (*start == '<') reverse(out + written, size);
    written += size;
    out[written++] = '\n';
    if (start == text) break;
    end = start - 1;
  }
  return written;
}

static int lines(const char *s, size_t length) {
  int count = 0;
  for (const char *end; length > 0 && (end = memchr(s, '\n', length)) != NULL; count++) {
    length -= (size_t)(end + 1 - s);
    s = end + 1;
  }
  return count;
}

int main(void) {
  char text[N + 1], out[N + 2];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[N] == '\0');
  size_t length = strlen(text);
  size_t written = tac(text, out);
  klee_assert(written == length || written == length + 1);
  klee_assert(lines(out, written) == lines(text, length) + (written > length));
  return 0;
}
