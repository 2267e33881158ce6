// effigy: --sym-stdin 1
// A block is read after it was freed on an early branch (CWE-416).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *state = malloc(sizeof *state);
    if (!state)
        return 1;
    *state = 3;
    int c = getchar();
    if (c == 'q')
        free(state);
    int last = *state; //~ FINDING[use-after-free]
    if (c != 'q')
        free(state);
    return last;
}
