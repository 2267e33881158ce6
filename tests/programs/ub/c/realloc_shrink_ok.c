// effigy: --sym-stdin 1
// After a block shrank, its size is the new one.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = calloc(4, sizeof *v);
    if (!v)
        return 1;
    int size = 4;
    if (getchar() == 's') {
        int *w = realloc(v, 2 * sizeof *w);
        if (!w) {
            free(v);
            return 1;
        }
        v = w;
        size = 2;
    }
    int last = v[size - 1];
    free(v);
    return last;
}
