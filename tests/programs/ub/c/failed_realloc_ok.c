// effigy: --sym-stdin 1 --malloc-may-fail
// The old block is kept when realloc failed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *v = malloc(2);
    if (!v)
        return 1;
    int c = getchar();
    char *w = c == 'g' ? realloc(v, 8) : v;
    if (!w)
        w = v;
    w[1] = 1;
    free(w);
    return 0;
}
