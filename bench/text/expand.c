/* expand -i -t LIST: tabs become spaces up to the next stop, here only those that begin a line. The text and the distance
   of the stops are symbolic. */
#include <klee/klee.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 5
#endif
#define WIDEST 8

static int parse_stop(const char *s) {
  int value = 0;
  if (!isdigit((unsigned char)*s)) return 0;
  while (isdigit((unsigned char)*s)) value = value * 10 + (*s++ - '0');
  if (*s != '\0' || value > WIDEST) return 0;
  return value;
}

static size_t expand(const char *text, size_t stop, char *out, size_t room) {
  size_t column = 0, length = 0;
  int initial = 1;
  for (; *text != '\0'; text++) {
    char c = *text;
    if (c == '\t' && initial) {
      size_t next = column + stop - column % stop;
      if (length + (next - column) > room) abort();
      memset(out + length, ' ', next - column);
      length += next - column;
      column = next;
      continue;
    }
    if (c == '\b') {
      if (column > 0) column--;
    } else if (c == '\n') {
      column = 0;
      initial = 1;
    } else {
      column++;
      if (!isblank((unsigned char)c)) initial = 0;
    }
    if (length == room) abort();
    out[length++] = c;
  }
  return length;
}

int main(void) {
  char text[N + 1], stop[2], out[WIDEST * N];
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(stop, sizeof stop, "stop");
  klee_assume(text[N] == '\0');
  klee_assume(stop[1] == '\0');
  int distance = parse_stop(stop);
  if (distance == 0) return 1;
  size_t length = expand(text, (size_t)distance, out, sizeof out);
  klee_assert(length >= strlen(text));
  klee_assert(text[0] != '\t' || out[0] == ' ');
  return 0;
}
