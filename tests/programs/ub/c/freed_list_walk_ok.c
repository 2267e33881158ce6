// effigy: --sym-stdin 1
// The next node is read before a node is freed.
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
    for (struct node *n = head; n;) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    return 0;
}
