// effigy: --sym-stdin 1
// A global array is not freed.
#include <stdio.h>
#include <stdlib.h>

static int preset[4];

int main(void) {
    int n = getchar() & 1;
    int *v = n ? calloc(4, sizeof *v) : preset;
    if (!v)
        return 1;
    v[3] = n;
    if (n)
        free(v);
    return 0;
}
