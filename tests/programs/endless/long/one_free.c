// effigy: --sym-stdin 1
// A hash table with linear probing that has one free place, asked many times.
#include <stdio.h>

static int table[64];

static int holds(int key) {
  unsigned at = (unsigned)key % 64;
  while (table[at] != 0 && table[at] != key) {
    at = (at + 1) % 64;
  }
  return table[at] == key;
}

int main(void) {
  for (int i = 0; i < 63; i++) table[i] = i + 1;
  int times = getchar() == 'o' ? 60 : 1;
  int found = 0;
  for (int i = 0; i < times; i++) found |= holds(1000 + 64);
  return found;
}
