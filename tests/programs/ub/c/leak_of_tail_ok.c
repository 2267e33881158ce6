// effigy: --sym-stdin 1 --leaks
// All nodes of a list are freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *push(struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = next;
    return n;
}

static void run(int length) {
    struct node *head = NULL;
    for (int i = 0; i < length; i++)
        head = push(head);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    run(getchar() & 1 ? 1 : 2);
    return 0;
}
