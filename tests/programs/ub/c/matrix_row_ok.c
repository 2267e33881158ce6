// effigy: --sym-stdin 1
// A flat position is split into row and column before use.
#include <stdio.h>

static int matrix[3][4];

int main(void) {
    unsigned position = getchar() % 12;
    return matrix[position / 4][position % 4];
}
