// effigy: --sym-stdin 4
// A vector that grows by realloc, and grows one push too late.
#include <stdio.h>
#include <stdlib.h>

struct vector {
    int *items;
    size_t length, capacity;
};

static void push(struct vector *v, int item) {
    if (v->length > v->capacity) { /* should be >= */
        size_t capacity = v->capacity * 2;
        int *grown = realloc(v->items, capacity * sizeof *grown);
        if (!grown)
            exit(3);
        v->items = grown;
        v->capacity = capacity;
    }
    v->items[v->length++] = item; //~ FINDING[out-of-bounds]
}

static void push_properly(struct vector *v, int item) {
    if (v->length == v->capacity) {
        size_t capacity = v->capacity ? v->capacity * 2 : 1;
        int *grown = realloc(v->items, capacity * sizeof *grown);
        if (!grown)
            exit(3);
        v->items = grown;
        v->capacity = capacity;
    }
    v->items[v->length++] = item;
}

int main(void) {
    struct vector bad = {malloc(2 * sizeof(int)), 0, 2};
    struct vector good = {NULL, 0, 0};
    if (!bad.items)
        return 2;
    int c, sum = 0;
    while ((c = getchar()) != EOF) {
        if (c == '+')
            push(&bad, 1);
        else if (c == '*')
            push_properly(&good, 2);
        else
            break;
    }
    for (size_t i = 0; i < bad.length; i++)
        sum += bad.items[i];
    for (size_t i = 0; i < good.length; i++)
        sum += good.items[i];
    int expected = (int)(bad.length + 2 * good.length);
    free(bad.items);
    free(good.items);
    return sum == expected ? 0 : 1;
}
