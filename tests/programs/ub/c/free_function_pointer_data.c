// effigy: --sym-stdin 1
// A global array is freed when no list was made (CWE-590).
#include <stdio.h>
#include <stdlib.h>

static int preset[4];

int main(void) {
    int n = getchar() & 1;
    int *v = n ? calloc(4, sizeof *v) : preset;
    if (!v)
        return 1;
    v[3] = n;
    free(v); //~ FINDING[invalid-free]
    return 0;
}
