// effigy: --sym-stdin 3
// A sorted list on the heap: build, reverse, check, free. Nothing fails.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *list, int value) {
    struct node **link = &list;
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        exit(3);
    fresh->value = value;
    fresh->next = *link;
    *link = fresh;
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
}

static int length(const struct node *list) {
    return list ? 1 + length(list->next) : 0;
}

static void release(struct node *list) {
    while (list) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
}

int main(void) {
    struct node *list = NULL;
    int c, count = 0;
    while ((c = getchar()) != EOF && count < 3) {
        list = insert(list, c);
        count++;
    }
    assert(length(list) == count);
    for (struct node *n = list; n && n->next; n = n->next)
        assert(n->value <= n->next->value);
    list = reverse(list);
    for (struct node *n = list; n && n->next; n = n->next)
        assert(n->value >= n->next->value);
    assert(length(list) == count);
    release(list);
    puts("sorted");
    return 0;
}
