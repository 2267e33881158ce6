// effigy: --sym-stdin 1
// A generator of random numbers runs through its whole period, and comes back to its seed.
#include <stdio.h>

int main(void) {
  int c = getchar();
  unsigned short seed = c == '0' ? 48 : 49;
  unsigned short value = seed;
  unsigned length = 0;
  do {
    value = (unsigned short)(value * 25173u + 13849u);
    length++;
  } while (value != seed && length < 20000);
  return length == 20000;
}
