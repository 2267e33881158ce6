// effigy: --sym-stdin 1
// unchecked: Types that the compiled program does not tell apart
// A comparison of ints is called as one of any objects (C17 6.5.2.2p9).
#include <stdio.h>

static int compare(const int *a, const int *b) {
    return *a - *b;
}

int main(void) {
    int a = getchar(), b = 7;
    int (*f)(const void *, const void *) = (int (*)(const void *, const void *))(void (*)(void))compare;
    return f(&a, &b) == 0;
}
