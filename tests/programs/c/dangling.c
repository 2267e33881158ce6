// effigy:
// Pointers that outlive what they point to: a frame, a shrunk block, a removed node.
#include <stdlib.h>
#include <klee/klee.h>

struct node {
    struct node *next;
    int value;
};

static struct node *cached;

static void forget(struct node **list, int value) {
    for (struct node **link = list; *link; link = &(*link)->next)
        if ((*link)->value == value) {
            struct node *gone = *link;
            *link = gone->next;
            free(gone);
            return;
        }
}

static struct node *cons(int value, struct node *next) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(3);
    node->value = value;
    node->next = next;
    return node;
}

int main(void) {
    unsigned char victim;
    klee_make_symbolic(&victim, sizeof victim, "victim");
    struct node *list = cons(1, cons(2, cons(3, NULL)));
    cached = list->next;

    forget(&list, victim);
    int sum = 0;
    for (struct node *node = list; node; node = node->next)
        sum += node->value;
    klee_assert(sum == (victim >= 1 && victim <= 3 ? 6 - victim : 6));
    int value = cached->value; //~ FINDING[use-after-free]

    int stack_value = value;
    int *cell = &stack_value;
    if (victim == 9)
        free(cell); //~ FINDING[invalid-free]
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    if (victim == 7)
        free(cached); //~ FINDING[double-free]
    return *cell == 2 ? 0 : 1;
}
