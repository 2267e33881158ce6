// effigy: --sym-stdin 2
// All input is read and counted, and the end of it ends the loop.
#include <stdio.h>

int main(void) {
  unsigned sum = 0;
  int c;
  while ((c = getchar()) != EOF) {
    for (int i = 0; i < 3000; i++) sum ^= (unsigned)i;
  }
  return sum & 1;
}
