// effigy: --sym-stdin 1
// The compiler is told of an alignment that some addresses do not have (CWE-758). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *bytes = malloc(64);
    if (!bytes)
        return 1;
    int at = getchar() & 12;
    char *row = __builtin_assume_aligned(bytes + at, 8); //~ FINDING[unreachable]
    int first = row == bytes;
    free(bytes);
    return first;
}
