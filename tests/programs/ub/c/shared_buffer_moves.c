// effigy: --sym-stdin 1
// A cursor into a buffer that another function may move (C17 7.22.3.5p2; CWE-416).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *shared;

static void grow(int n) {
    char *larger = realloc(shared, 4 + (size_t)n);
    if (larger)
        shared = larger;
}

int main(void) {
    int n = getchar();
    shared = malloc(4);
    if (!shared)
        return 0;
    strcpy(shared, "abc");
    char *cursor = shared + 1;
    if (n > 128)
        grow(n);
    int r = *cursor; //~ FINDING[use-after-free]
    free(shared);
    return r;
}
