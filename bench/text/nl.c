/* nl -b STYLE: numbers the lines of a text: all of them (a), those that are not blank (t), or none (n). A line "\:" begins
   a page, where the numbers start again. */
#include <klee/klee.h>
#include <ctype.h>
#include <string.h>
#ifndef N
#define N 6
#endif

static int blank(const char *line, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (!isspace((unsigned char)line[i])) return 0;
  }
  return 1;
}

static int numbered(char style, const char *line, size_t length) {
  switch (style) {
  case 'a': return 1;
  case 't': return !blank(line, length);
  default: return 0;
  }
}

/* Gives the number of lines that are written, page breaks as empty lines; `highest` gets the highest number. */
static int nl(const char *text, char style, char *out, int *highest) {
  int number = 0, lines = 0;
  *highest = 0;
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    if (length == 2 && strncmp(text, "\\:", 2) == 0) {
      number = 0;
    } else {
      if (numbered(style, text, length)) {
        *out++ = (char)('0' + ++number);
        if (number > *highest) *highest = number;
      } else {
        *out++ = ' ';
      }
      *out++ = ' ';
      memcpy(out, text, length);
      out += length;
    }
    *out++ = '\n';
    lines++;
    text += length;
    if (*text == '\n') text++;
  }
  *out = '\0';
  return lines;
}

int main(void) {
  char text[N + 1], style, out[4 * N + 1];
  int highest;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&style, sizeof style, "style");
  klee_assume(text[N] == '\0');
  if (style != 'a' && style != 't' && style != 'n') return 1;
  int lines = nl(text, style, out, &highest);
  klee_assert(highest <= lines);
  klee_assert(style != 'n' || highest == 0);
  klee_assert(lines == 0 || strchr(out, '\n') != NULL);
  return 0;
}
