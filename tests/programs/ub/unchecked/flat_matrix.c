// effigy: --sym-stdin 1
// unchecked: Overflow inside of an object
// A pointer to the first row of a matrix is used for all rows.
#include <stdio.h>

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int *p = m[0];
    return p[getchar() % 6];
}
