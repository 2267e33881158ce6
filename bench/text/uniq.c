/* uniq -ci: counts the lines of each group of equal neighbours, whatever their case. */
#include <klee/klee.h>
#include <ctype.h>
#include <string.h>
#ifndef N
#define N 9
#endif

static int equal(const char *a, size_t a_size, const char *b, size_t b_size) {
  if (a_size != b_size) return 0;
  for (size_t i = 0; i < a_size; i++) {
    if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return 0;
  }
  return 1;
}

static size_t line_length(const char *s) {
  const char *end = strchr(s, '\n');
  return end ? (size_t)(end - s) : strlen(s);
}

/* Writes "count line" for each group and gives the number of groups; `lines` gets the number of lines. */
static int uniq(const char *text, char *out, int *lines) {
  const char *group = NULL;
  size_t group_size = 0;
  int groups = 0, count = 0;
  *lines = 0;
  for (;;) {
    int last = *text == '\0';
    size_t size = last ? 0 : line_length(text);
    if (group != NULL && (last || !equal(group, group_size, text, size))) {
      *out++ = (char)('0' + count);
      *out++ = ' ';
      memcpy(out, group, group_size);
      out += group_size;
      *out++ = '\n';
      group = NULL;
    }
    if (last) break;
    ++*lines;
    if (group == NULL) {
      group = text;
      group_size = size;
      groups++;
      count = 0;
    }
    count++;
    text += size;
    if (*text == '\n') text++;
  }
  *out = '\0';
  return groups;
}

int main(void) {
  char text[N + 1], out[4 * N + 1];
  int lines, sum = 0;
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[N] == '\0');
  int groups = uniq(text, out, &lines);
  klee_assert(groups <= lines);
  klee_assert((groups == 0) == (lines == 0));
  if (groups > 0) sum = out[0] - '0';
  klee_assert(sum <= lines);
  return 0;
}
