// effigy: --sym-stdin 1
// Only the block that came back from realloc is freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *old = malloc(4);
    if (!old)
        return 1;
    memcpy(old, "abc", 4);
    int grow = getchar() == '+';
    char *now = grow ? realloc(old, 64) : old;
    if (!now)
        return 1;
    free(now);
    return 0;
}
