// effigy: --sym-stdin 1
// Trial division by all numbers below the root.
#include <stdio.h>

static int is_prime(unsigned n) {
  for (unsigned d = 2; d * d <= n; d++) {
    if (n % d == 0) return 0;
  }
  return 1;
}

int main(void) {
  int c = getchar();
  if (c < '0' || c > '3') return 1;
  return is_prime(1000003u + 2u * (unsigned)(c - '0'));
}
