// effigy: --sym-stdin 1
// qsort of some of the elements.
#include <stdio.h>
#include <stdlib.h>

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int v[4] = {4, 3, 2, 1};
    qsort(v, (size_t)(getchar() & 3), sizeof *v, order);
    return v[0];
}
