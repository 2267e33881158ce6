// effigy: --sym-stdin 1
// A double is written at a place in a buffer that follows a header of any length.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned header = (unsigned)getchar() & 15;
    char *buffer = malloc(32);
    if (!buffer)
        return 1;
    *(double *)(buffer + header) = 1.5; //~ FINDING[misaligned]
    free(buffer);
    return 0;
}
