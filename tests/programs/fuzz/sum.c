// effigy: --no-native
// A block whose first eight bytes are the sum of the others, in octal digits. What changes one byte has to change others, and the
// sum of all is too much for a solver that may change each of them.
#include <assert.h>
#include <stdint.h>
#include <unistd.h>

#define SIZE 512

int main(void) {
  unsigned char block[SIZE];
  if (read(0, block, SIZE) != SIZE) return 1;
  uint64_t wanted = 0;
  for (int i = 0; i < 8 && block[i] != '\0' && block[i] != ' '; i++) {
    if (block[i] < '0' || block[i] > '7') return 2;
    wanted = wanted << 3 | (uint64_t)(block[i] - '0');
  }
  uint64_t sum = 0;
  for (int i = 0; i < SIZE; i++) sum += i < 8 ? ' ' : block[i];
  if (sum != wanted) return 3;
  if (block[100] == 'E') {
    assert(block[300] != 'F'); //~ FINDING[assertion]
  }
  return 0;
}
