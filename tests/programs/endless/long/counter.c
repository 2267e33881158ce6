// effigy: --sym-stdin 1
// A counter in memory.
#include <stdio.h>

static unsigned counter;

int main(void) {
  int c = getchar();
  unsigned most = c == 'l' ? 60000 : 10;
  while (counter < most) {
    counter++;
  }
  return counter == most ? 0 : 1;
}
