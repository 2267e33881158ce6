// effigy: --sym-stdin 1
// A block of no bytes is only freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t n = (size_t)getchar() & 3;
    char *p = malloc(n);
    if (p && n > 0)
        p[0] = 'x';
    free(p);
    return 0;
}
