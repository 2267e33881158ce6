/* Macros, an inlined function, recursion, several statements on a line, pointers to either of two variables. */
#include <stdlib.h>
#include <unistd.h>
#define SQ(x) ((x) * (x))
#define CHECK(c) do { if (!(c)) abort(); } while (0)
static inline int twice(int v) {
	if (v > 100) return 200;
	return 2 * v;
}
int sum(int n) {
  if (n <= 0) return 0;
  return n + sum(n - 1);
}
int main(void) {
  unsigned char b[4];
  if (read(0, b, 4) != 4) return 1;
  int x = b[0], y = b[1]; if (x > 10) y = 3; if (y == 3) x = 2;
  for (int i = 0; i < b[2]; i += 3)
    y++;
  if (x > 1 && y > 4 || b[3] == 7) x = 9;
  if (SQ(x) == 81) y = 0;
  CHECK(y != 77);
  if (twice(b[3]) == 20) x = 1;
  if (sum(b[2] & 3) == 6) y = 5;
  int *p = &x, *q = (b[3] & 1) ? &x : &y;
  *p = 4; *q = 6;
  if (x == 6) return 2;
  if (x == 4 && y == 6) return 3;
  return 0;
}
