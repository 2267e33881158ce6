// effigy: --sym-stdin 1
// The longest of Collatz's sequences below thirty.
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < 'a' || c > 'd') return 1;
  long n = 27 + (c - 'a');
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps > 100;
}
