// effigy: --sym-stdin 3
// Blocks of a stream, each behind its length. A block of no bytes stands where it stood.
#include <stdio.h>

int main(void) {
  unsigned char data[3];
  if (fread(data, 1, 3, stdin) != 3) return 1;
  unsigned at = 0, blocks = 0;
  while (at < 3) { //~ FINDING[endless-loop]
    unsigned length = data[at];
    if (length > 3) return 2;
    at += length;
    if (length) blocks++;
  }
  return (int)blocks;
}
