// effigy: --sym-stdin 1
// A block that was aligned by hand is freed at its aligned address.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int skip = getchar() & 1;
    char *raw = malloc(64);
    if (!raw)
        return 1;
    char *p = raw + skip * 16;
    p[0] = 1;
    free(p); //~ FINDING[invalid-free]
    return 0;
}
