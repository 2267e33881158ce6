// effigy: --sym-stdin 1
// The number of the lowest bit that is set; zero has none.
#include <stdio.h>

static int lowest(unsigned value) {
  int bit = 0;
  while (!(value & 1)) { //~ FINDING[endless-loop]
    value >>= 1;
    bit = (bit + 1) % 32;
  }
  return bit;
}

int main(void) {
  int c = getchar();
  if (c < 'a' || c > 'd') return 1;
  return lowest((unsigned)(c - 'a'));
}
