// effigy: --sym-stdin 1
// A shallow copy makes two owners of one block (CWE-415).
#include <stdio.h>
#include <stdlib.h>

struct text {
    char *bytes;
};

static void drop(struct text *t) {
    free(t->bytes); //~ FINDING[double-free]
    t->bytes = NULL;
}

int main(void) {
    struct text a = {malloc(4)};
    struct text b = {NULL};
    if (getchar() == 'c')
        b = a;
    drop(&a);
    drop(&b);
    return 0;
}
