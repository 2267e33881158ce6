// effigy: --sym-stdin 1
// Loops in loops: the inner ones come back to the same values, the outer one does not.
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c != 'n') return 0;
  int cells = 0;
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j < 20; j++) {
      for (int k = 0; k < 40; k++) {
        cells ^= j ^ k;
      }
    }
  }
  return cells & 1;
}
