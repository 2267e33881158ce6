// effigy: --sym-stdin 1
// Samples are taken at a distance that the input gives.
#include <stdio.h>

static int samples[64];

int main(void) {
  int step = getchar();
  if (step < '0' || step > '3') return 1;
  step -= '0';
  int sum = 0;
  for (int i = 0; i < 64; i += step) { //~ FINDING[endless-loop]: is reached again with the same values
    sum += samples[i];
  }
  return sum;
}
