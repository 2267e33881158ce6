// effigy: --sym-stdin 1
// A column past the end of its row, still inside of the matrix (C17 J.2: an array subscript is out of range even if an object is apparently accessible).
#include <stdio.h>

static int matrix[3][4];

int main(void) {
    unsigned column = getchar() & 7;
    if (column == 6)
        return 0;
    return matrix[1][column]; //~ FINDING[out-of-bounds]
}
