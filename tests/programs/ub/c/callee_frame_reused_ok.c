// effigy: --sym-stdin 1
// A pointer into the heap is written after another function was called.
#include <stdio.h>
#include <stdlib.h>

static int *slot(int c) {
    int *p = malloc(sizeof *p);
    if (p)
        *p = c;
    return p;
}

static int other(int c) {
    int local = c + 1;
    return local;
}

int main(void) {
    int c = getchar();
    int *p = slot(c);
    int n = other(c);
    if (p)
        *p = n;
    free(p);
    return n;
}
