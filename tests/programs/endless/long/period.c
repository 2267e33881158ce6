// effigy: --sym-stdin 1
// A generator of random numbers runs through its whole period, and comes back to its seed.
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < '0' || c > '1') return 1;
  unsigned short seed = (unsigned short)c, value = seed;
  unsigned length = 0;
  do {
    value = (unsigned short)(value * 25173u + 13849u);
    length++;
  } while (value != seed && length < 20000);
  return length == 20000;
}
