// effigy: --sym-stdin 1
// A member's block is freed before its structure.
#include <stdio.h>
#include <stdlib.h>

struct owner {
    char *part;
};

int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (!o)
        return 1;
    int early = getchar() == 1;
    o->part = early ? NULL : malloc(2);
    free(o->part);
    free(o);
    return 0;
}
