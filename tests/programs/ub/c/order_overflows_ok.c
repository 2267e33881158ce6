// effigy: --sym-stdin 1
// A comparison for qsort that compares.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int order(const void *a, const void *b) {
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

int main(void) {
    int v[2] = {INT_MIN, getchar()};
    qsort(v, 2, sizeof *v, order);
    return v[0] == INT_MIN;
}
