// effigy: --sym-stdin 1
// Euclid's algorithm with subtractions, of numbers far apart.
#include <stdio.h>

static const int others[4] = {1, 2, 3, 4};

int main(void) {
  int c = getchar();
  int b = c == '1' ? others[0] : c == '2' ? others[1] : others[2];
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
