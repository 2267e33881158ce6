// effigy: --sym-stdin 2 --leaks
// The only pointer to a block is overwritten by the next (CWE-401).
#include <stdio.h>
#include <stdlib.h>

static char *current;

static void take(int c) {
    if (c == ';')
        return;
    current = malloc(2); //~ FINDING[leak]
    if (current)
        current[0] = (char)c;
}

int main(void) {
    take(getchar());
    take(getchar());
    return 0;
}
