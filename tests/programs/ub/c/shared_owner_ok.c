// effigy: --sym-stdin 1
// Ownership of a block moves from one to the other.
#include <stdio.h>
#include <stdlib.h>

struct text {
    char *bytes;
};

static void drop(struct text *t) {
    free(t->bytes);
    t->bytes = NULL;
}

int main(void) {
    struct text a = {malloc(4)};
    struct text b = {NULL};
    if (getchar() == 'c') {
        b = a;
        a.bytes = NULL;
    }
    drop(&a);
    drop(&b);
    return 0;
}
