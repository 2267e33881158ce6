// effigy: --sym-stdin 2
// Euclid's algorithm with subtractions. Nothing is subtracted from a number when the other is zero.
#include <stdio.h>

int main(void) {
  int a = getchar() - '0', b = getchar() - '0';
  if (a < 1 || a > 3 || b < 0 || b > 3) return 1;
  while (a != b) { //~ FINDING[endless-loop]
    if (a > b) {
      a -= b;
    } else {
      b -= a;
    }
  }
  return a;
}
