// effigy: --sym-stdin 1
// The next node is read from a node that was freed (CWE-416).
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int n = getchar() & 3; n > 0; n--) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            return 1;
        fresh->next = head;
        head = fresh;
    }
    for (struct node *n = head; n;
         n = n->next) { //~ FINDING[use-after-free]
        free(n);
    }
    return 0;
}
