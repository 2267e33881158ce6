// effigy: --sym-stdin 1
// Every address has the alignment that the compiler is told of, or its distance to one.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *bytes = malloc(64);
    if (!bytes)
        return 1;
    int at = getchar() & 24;
    char *row = __builtin_assume_aligned(bytes + at, 8);
    char *cell = __builtin_assume_aligned(bytes + at + 4, 8, 4);
    int apart = cell - row;
    free(bytes);
    return apart;
}
