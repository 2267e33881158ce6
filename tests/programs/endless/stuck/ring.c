// effigy: --sym-stdin 1
// The last node of a list leads where the input says, also back into the list.
#include <stdio.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node nodes[4];
  for (int i = 0; i < 4; i++) {
    nodes[i].value = i;
    nodes[i].next = i < 3 ? &nodes[i + 1] : NULL;
  }
  int c = getchar();
  if (c >= '0' && c <= '3') nodes[3].next = &nodes[c - '0'];
  int last = -1;
  for (struct node *at = nodes; at; at = at->next) { //~ FINDING[endless-loop]
    last = at->value;
  }
  return last;
}
