// effigy: --sym-stdin 1
// A pointer into a block is made anew after the block moved.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(2 * sizeof *v);
    if (!v)
        return 1;
    v[0] = getchar();
    if (v[0] > 100) {
        int *w = realloc(v, 4096 * sizeof *w);
        if (!w)
            return 1;
        v = w;
    }
    int *first = &v[0];
    int result = *first;
    free(v);
    return result == 5;
}
