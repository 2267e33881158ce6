// effigy: --sym-stdin 1
// qsort is told of more elements than there are (C17 7.22.5p1).
#include <stdio.h>
#include <stdlib.h>

static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; //~ FINDING[out-of-bounds]
}

int main(void) {
    int v[4] = {4, 3, 2, 1};
    qsort(v, (size_t)(getchar() & 7), sizeof *v, order);
    return v[0];
}
