// effigy: --sym-stdin 1
// The counter of a loop has the range of its bound.
#include <stdio.h>

static char cells[132];

int main(void) {
    int limit = getchar();
    short i = 120;
    for (int n = 0; n < 12 && i != limit; n++)
        cells[i++] = 1;
    return cells[121];
}
