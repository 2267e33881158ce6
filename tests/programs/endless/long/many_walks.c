// effigy: --sym-stdin 1
// A list is walked many times: each walk comes by the same nodes.
#include <stddef.h>
#include <stdio.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node nodes[20];
  for (int i = 0; i < 20; i++) {
    nodes[i].value = i;
    nodes[i].next = i < 19 ? &nodes[i + 1] : NULL;
  }
  int walks = getchar() == 'm' ? 150 : 1;
  int last = 0;
  while (walks--) {
    for (struct node *at = nodes; at; at = at->next) {
      last = at->value;
    }
  }
  return last == 19 ? 0 : 1;
}
