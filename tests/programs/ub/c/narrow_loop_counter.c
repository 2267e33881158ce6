// effigy: --sym-stdin 1
// The counter of a loop wraps before it reaches its bound, and the write goes past the array (CWE-190).
#include <stdio.h>

static char cells[130];

int main(void) {
    int limit = getchar();
    signed char i = 120;
    for (int n = 0; n < 12 && i != limit; n++)
        cells[i++] = 1; //~ FINDING[out-of-bounds]
    return cells[121];
}
