// effigy: --sym-stdin 1
// Distances within one object, also to its end; numbers that were addresses have any difference.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static char text[8], other[8];

int main(void) {
    char *p = text + (getchar() & 7);
    ptrdiff_t distance = text + 8 - p;
    uintptr_t apart = (uintptr_t)other - (uintptr_t)text;
    return distance < 0 || apart == 0;
}
