// effigy: --sym-stdin 1
// The size of a variable length array is positive.
#include <stdio.h>

int main(void) {
    int n = (getchar() & 3) + 1;
    char v[n];
    v[n - 1] = 0;
    return (int)sizeof v + v[n - 1];
}
