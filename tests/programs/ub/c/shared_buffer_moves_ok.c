// effigy: --sym-stdin 1
// A place in a buffer that another function may move is kept as a number.
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
    size_t cursor = 1;
    if (n > 128)
        grow(n);
    int r = shared[cursor];
    free(shared);
    return r;
}
