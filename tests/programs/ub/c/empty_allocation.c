// effigy: --sym-stdin 1
// A block of no bytes has no first byte (C17 J.2: a zero-size request used to access an object). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t n = (size_t)getchar() & 3;
    char *p = malloc(n);
    if (!p)
        return 1;
    p[0] = 'x'; //~ FINDING[out-of-bounds]
    free(p);
    return 0;
}
