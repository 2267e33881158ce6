// effigy: --sym-stdin 1
// A request that fails is made again, five thousand times.
#include <stdio.h>
#include <stdlib.h>

static int request(int kind) {
  char *buffer = malloc(16);
  if (!buffer) return 0;
  buffer[0] = (char)kind;
  int done = buffer[0] == 'k';
  free(buffer);
  return done;
}

int main(void) {
  int kind = getchar();
  int left = 2000;
  while (left > 0 && !request(kind)) {
    left--;
  }
  return left == 0;
}
