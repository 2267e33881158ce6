// effigy: --sym-stdin 2
// The root of a forest's tree is its own parent, unless the input makes a ring.
#include <stdio.h>

static unsigned find(const unsigned *parent, unsigned node) {
  while (parent[node] != node) { //~ FINDING[endless-loop]
    node = parent[node];
  }
  return node;
}

int main(void) {
  unsigned parent[2];
  for (int i = 0; i < 2; i++) {
    int c = getchar();
    if (c < '0' || c > '1') return 1;
    parent[i] = (unsigned)(c - '0');
  }
  return (int)find(parent, 0);
}
