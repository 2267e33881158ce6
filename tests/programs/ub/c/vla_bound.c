// effigy: --sym-stdin 1
// The size of a variable length array is not positive (C17 6.7.6.2).
#include <stdio.h>

int main(void) {
    int n = getchar() & 3;
    char v[n]; //~ FINDING[out-of-bounds]
    return (int)sizeof v;
}
