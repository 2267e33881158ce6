// effigy: --sym-stdin 1
// A comparison for qsort subtracts numbers that lie far apart (C17 6.5p5; CERT INT32-C).
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; //~ FINDING[overflow]
}

int main(void) {
    int v[2] = {INT_MIN, getchar()};
    qsort(v, 2, sizeof *v, order);
    return v[0] == INT_MIN;
}
