// effigy: --sym-stdin 1
// An index into a flexible array member is checked against its count.
#include <stdio.h>
#include <stdlib.h>

struct block {
    int count;
    short items[];
};

int main(void) {
    struct block *b = malloc(sizeof *b + 3 * sizeof(short));
    if (!b)
        return 1;
    b->count = 3;
    int i = getchar() & 3;
    if (i < b->count)
        b->items[i] = 1;
    free(b);
    return 0;
}
