/* fold -s -w 3: breaks lines that are too wide, behind the last blank where there is one. */
#include <klee/klee.h>
#include <ctype.h>
#include <string.h>
#ifndef N
#define N 6
#endif
#define WIDTH 3
#define TAB 4

static size_t advance(size_t column, char c) {
  switch (c) {
  case '\b': return column > 0 ? column - 1 : 0;
  case '\r': return 0;
  case '\t': return column + TAB - column % TAB;
  default: return column + 1;
  }
}

/* The length of the part of a line that ends behind its last blank, or all of it. */
static size_t break_at(const char *line, size_t length) {
  for (size_t end = length; end > 0; end--) {
    if (isblank((unsigned char)line[end - 1])) return end;
  }
  return length;
}

static size_t fold(const char *text, char *out) {
  char line[N + 1];
  size_t length = 0, column = 0, written = 0;
  for (; *text != '\0'; text++) {
    if (*text == '\n') {
      memcpy(out + written, line, length);
      written += length;
      out[written++] = '\n';
      length = column = 0;
      continue;
    }
    while (length > 0 && advance(column, *text) > WIDTH) {
      size_t end = break_at(line, length);
      memcpy(out + written, line, end);
      written += end;
      out[written++] = '\n';
      memmove(line, line + end, length - end);
      length -= end;
      column = 0;
      for (size_t i = 0; i < length; i++) column = advance(column, line[i]);
    }
    column = advance(column, *text);
    line[length++] = *text;
  }
  memcpy(out + written, line, length);
  written += length;
  out[written] = '\0';
  return written;
}

int main(void) {
  char text[N + 1], out[2 * N + 1];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[N] == '\0');
  size_t written = fold(text, out);
  klee_assert(written >= strlen(text));
  klee_assert(written <= 2 * strlen(text));
  return 0;
}
