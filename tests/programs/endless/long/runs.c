// effigy: --sym-stdin 1
// A run of zeros as long as a header says, byte by byte into one place.
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < 1 || c > 3) return 1;
  unsigned left = (unsigned)c << 12;
  unsigned char out = 1;
  while (left) {
    out = 0;
    left--;
  }
  return out;
}
