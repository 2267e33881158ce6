// effigy: --sym-stdin 1
// An int at any address is read by memcpy.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *bytes = calloc(16, 1);
    if (!bytes)
        return 1;
    int at = getchar() & 7;
    int value;
    memcpy(&value, bytes + at, sizeof value);
    free(bytes);
    return value;
}
