// effigy: --sym-stdin 1
// A member's block is freed through its structure after the structure was freed.
#include <stdio.h>
#include <stdlib.h>

struct owner {
    char *part;
};

int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (!o)
        return 1;
    o->part = malloc(2);
    int early = getchar() == 1;
    if (early)
        free(o);
    free(o->part); //~ FINDING[use-after-free]
    if (!early)
        free(o);
    return 0;
}
