/* Shapes of decisions: conditions over several lines, chains of `else if` and of `?`, a `switch`, calls by address, macros. */
#include <unistd.h>
#include <stdlib.h>
#include <assert.h>
#include <string.h>
#include "shapes.h"
static int f1(int v) { return v + 1; }
static int f2(int v) { return v + 2; }
int main(void) {
  unsigned char b[4];
  if (read(0, b, 4) != 4) return 1;
  const char *s = "if (b[0] == 1) {"; /* while (b[1]) { */
  int x = b[0];
  if (x == 1 ||
      x == 2 &&
      b[1] == 3)
    x = 100;
  else if (x == 4) x = 200; else x = 300;
  int t = b[1] > 9 ? 1 : b[1] == 5 ? 2 : 3;
  do {
    t++;
  } while (t < b[2] && t < 10);
  switch (b[3]) {
  case 1:
  case 2: t = 50;
    break;
  case 3: t = 60;
    /* fall through */
  default: t += 1;
  }
  if (BIG(b[2])) t = 7;
  int (*fp)(int) = b[0] & 1 ? f1 : f2;
  t = fp(limit(t));
  assert(t != 11);
  if (strlen(s) != 16) abort();
  if (!(b[1] == 5)) t = 1;
  for (;;) {
    if (b[2] == 9) break;
    if (b[2]++ != 8) goto out;
  }
out:
  if (t == 1 && b[3] == 3 && x == 200) abort();
  return 0;
}
