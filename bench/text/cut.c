/* cut -d, -f LIST: prints the selected fields of a line. LIST is symbolic: numbers, ranges (2-4, -2, 3-), commas. */
#include <klee/klee.h>
#include <ctype.h>
#include <string.h>
#ifndef N
#define N 6
#endif
#define FIELDS 6
#define BAD_LIST (-1)

static char selected[FIELDS + 1];

static const char *number(const char *s, int *value) {
  int v = 0;
  while (isdigit((unsigned char)*s)) {
    v = v * 10 + (*s - '0');
    s++;
  }
  *value = v;
  return s;
}

/* Marks what one item of the list selects, and gives the end of the item. */
static const char *item(const char *s) {
  int low = 1, high;
  const char *start = s;
  if (isdigit((unsigned char)*s)) {
    s = number(s, &low);
    if (low == 0) return NULL; /* fields are counted from 1 */
  }
  high = low;
  if (*s == '-') {
    s++;
    high = FIELDS;
    if (isdigit((unsigned char)*s)) s = number(s, &high);
    else if (s == start + 1) return NULL; /* a lone dash */
    if (high < low) return NULL;
  } else if (s == start) {
    return NULL;
  }
  for (int i = low; i <= high && i <= FIELDS; i++) selected[i] = 1;
  return s;
}

static int parse_list(const char *s) {
  for (;;) {
    s = item(s);
    if (s == NULL) return BAD_LIST;
    if (*s == '\0') return 0;
    if (*s != ',') return BAD_LIST;
    s++;
  }
}

static size_t cut(const char *line, char *out) {
  size_t length = 0;
  int field = 1, first = 1;
  for (;;) {
    const char *end = strchr(line, ',');
    size_t size = end ? (size_t)(end - line) : strlen(line);
    if (field <= FIELDS && selected[field]) {
      if (!first) out[length++] = ',';
      first = 0;
      memcpy(out + length, line, size);
      length += size;
    }
    if (!end) break;
    line = end + 1;
    field++;
  }
  out[length] = '\0';
  return length;
}

int main(void) {
  char list[N + 1], out[32];
  static const char line[] = "ab,c,,def,g";
  klee_make_symbolic(list, sizeof list, "list");
  klee_assume(list[N] == '\0');
  if (parse_list(list) == BAD_LIST) return 1;
  size_t length = cut(line, out);
  klee_assert(length < sizeof line);
  klee_assert(strlen(out) == length);
  return 0;
}
