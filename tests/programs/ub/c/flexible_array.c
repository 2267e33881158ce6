// effigy: --sym-stdin 1
// A flexible array member has as many elements as were allocated for it.
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
    b->items[i] = 1; //~ FINDING[out-of-bounds]
    free(b);
    return 0;
}
