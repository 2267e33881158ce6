// effigy: --sym-stdin 1
// A pointer into a block is kept while the block moves (C17 J.2: an object is referred to outside of its lifetime).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(2 * sizeof *v);
    if (!v)
        return 1;
    v[0] = getchar();
    int *first = &v[0];
    if (v[0] > 100) {
        int *w = realloc(v, 4096 * sizeof *w);
        if (!w)
            return 1;
        v = w;
    }
    int result = *first; //~ FINDING[use-after-free]
    free(v);
    return result == 5;
}
