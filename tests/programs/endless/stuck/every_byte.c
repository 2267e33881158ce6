// effigy: --sym-stdin 1
// A table with an entry for each byte is made; a byte is never more than 255.
#include <stdio.h>

int main(void) {
  unsigned char table[256];
  int c = getchar();
  if (c != 't') return 0;
  for (unsigned char i = 0; i <= 255; i++) { //~ FINDING[endless-loop]
    table[i] = i;
  }
  return table[1];
}
