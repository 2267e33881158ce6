// effigy: --sym-stdin 1
// Each turn calls functions with variables of their own.
#include <stdio.h>

static int half(int value) {
  int parts[2] = {value / 2, value - value / 2};
  return parts[0];
}

static int step(int value) {
  int halved = half(value);
  return halved + halved;
}

int main(void) {
  int value = getchar() - '0';
  if (value < 0 || value > 3) return 1;
  while (value != 0) { //~ FINDING[endless-loop]
    value = step(value);
  }
  return 0;
}
