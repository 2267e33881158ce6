// effigy: --sym-stdin 1 --leaks
// Only the head of a list is freed (CWE-401).
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *push(struct node *next) {
    struct node *n = malloc(sizeof *n); //~ FINDING[leak]
    if (!n)
        exit(1);
    n->next = next;
    return n;
}

static void run(int length) {
    struct node *head = NULL;
    for (int i = 0; i < length; i++)
        head = push(head);
    free(head);
}

int main(void) {
    run(getchar() & 1 ? 1 : 2);
    return 0;
}
