// effigy: --sym-stdin 1
// A recursion that computes the same again and again.
#include <stdio.h>

static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  int c = getchar();
  if (c != 'f') return 0;
  return fibonacci(15) == 610 ? 0 : 1;
}
