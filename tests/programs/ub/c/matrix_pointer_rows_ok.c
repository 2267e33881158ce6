// effigy: --sym-stdin 1
// The last row of a matrix of pointers.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned rows = ((unsigned)getchar() & 1) + 1;
    int **m = calloc(rows, sizeof *m);
    if (!m)
        return 1;
    for (unsigned r = 0; r < rows; r++)
        if (!(m[r] = calloc(2, sizeof **m)))
            return 1;
    int corner = m[rows - 1][1];
    for (unsigned r = 0; r < rows; r++)
        free(m[r]);
    free(m);
    return corner;
}
