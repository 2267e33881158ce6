// effigy: --sym-stdin 1
// A delay as small machines have it.
#include <stdio.h>

int main(void) {
  int c = getchar();
  for (volatile int i = 0; i < (c == 'd' ? 10000 : 1); i++) {
  }
  return 0;
}
