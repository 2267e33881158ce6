// effigy: --sym-stdin 1
// A block is read before it is freed on either branch.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *state = malloc(sizeof *state);
    if (!state)
        return 1;
    *state = 3;
    int c = getchar();
    int last = *state;
    if (c == 'q')
        free(state);
    if (c != 'q')
        free(state);
    return last;
}
