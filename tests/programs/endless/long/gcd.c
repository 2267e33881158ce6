// effigy: --sym-stdin 1
// Euclid's algorithm with subtractions, of numbers far apart.
#include <stdio.h>

int main(void) {
  int b = getchar() - '0';
  if (b < 1 || b > 4) return 1;
  int a = 30001;
  while (a != b) {
    if (a > b) {
      a -= b;
    } else {
      b -= a;
    }
  }
  return a;
}
