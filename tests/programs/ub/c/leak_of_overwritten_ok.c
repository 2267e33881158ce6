// effigy: --sym-stdin 2 --leaks
// The last block is still known to a global variable at the end.
#include <stdio.h>
#include <stdlib.h>

static char *current;

static void take(int c) {
    if (c == ';')
        return;
    free(current);
    current = malloc(2);
    if (current)
        current[0] = (char)c;
}

int main(void) {
    take(getchar());
    take(getchar());
    return 0;
}
