/* wc -lwL: lines, words, and the width of the widest line, with tab stops. */
#include <klee/klee.h>
#include <ctype.h>
#ifndef N
#define N 5
#endif
#define TAB 8

struct counts {
  unsigned lines, words, chars, widest;
};

static void count(const char *s, struct counts *total) {
  unsigned column = 0;
  int in_word = 0;
  for (; *s != '\0'; s++) {
    unsigned char c = (unsigned char)*s;
    total->chars++;
    switch (c) {
    case '\n':
      total->lines++;
      /* fall through */
    case '\r':
    case '\f':
      if (column > total->widest) total->widest = column;
      column = 0;
      in_word = 0;
      break;
    case '\t':
      column += TAB - column % TAB;
      in_word = 0;
      break;
    default:
      if (isprint(c)) column++;
      if (isspace(c)) {
        in_word = 0;
      } else if (!in_word) {
        in_word = 1;
        total->words++;
      }
    }
  }
  if (column > total->widest) total->widest = column;
}

int main(void) {
  char text[N + 1];
  struct counts total = {0, 0, 0, 0};
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[N] == '\0');
  count(text, &total);
  klee_assert(total.lines + total.words <= total.chars);
  klee_assert(total.words <= (total.chars + 1) / 2);
  klee_assert(total.widest <= TAB * total.chars);
  return 0;
}
