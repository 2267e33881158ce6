// effigy: --sym-stdin 1
// A hash table with linear probing. When it is full, a key that is not in it is looked for for ever.
#include <stdio.h>

static int table[8];

static int holds(int key) {
  unsigned at = (unsigned)key % 8;
  while (table[at] != 0 && table[at] != key) { //~ FINDING[endless-loop]
    at = (at + 1) % 8;
  }
  return table[at] == key;
}

int main(void) {
  int count = getchar() - '0';
  if (count < 6 || count > 8) return 1;
  for (int i = 0; i < count; i++) table[i] = i + 1;
  return holds(99);
}
