// effigy: --sym-stdin 1
// The slowest sort on the worst order. Its last pass changes nothing.
#include <stdio.h>

int main(void) {
  int items[50];
  int c = getchar();
  for (int i = 0; i < 50; i++) items[i] = c == 'b' ? 50 - i : i;
  int swapped = 1;
  while (swapped) {
    swapped = 0;
    for (int i = 0; i + 1 < 50; i++) {
      if (items[i] > items[i + 1]) {
        int held = items[i];
        items[i] = items[i + 1];
        items[i + 1] = held;
        swapped = 1;
      }
    }
  }
  return items[0] <= items[49] ? 0 : 1;
}
