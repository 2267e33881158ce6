// effigy: --sym-stdin 1
// A binary search that keeps its middle: two numbers are never made one.
#include <stdio.h>

static const int sorted[8] = {1, 3, 5, 7, 9, 11, 13, 15};

int main(void) {
  int wanted = getchar() - '0';
  if (wanted < 0 || wanted > 9) return 1;
  int low = 0, high = 7;
  while (low < high) { //~ FINDING[endless-loop]
    int middle = (low + high) / 2;
    if (sorted[middle] <= wanted) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
