// effigy: --sym-stdin 1
// A double is written at a place in a buffer that is rounded up to its alignment.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned header = (unsigned)getchar() & 15;
    char *buffer = malloc(32);
    if (!buffer)
        return 1;
    header = (header + 7) & ~7u;
    *(double *)(buffer + header) = 1.5;
    free(buffer);
    return 0;
}
