// effigy: --sym-stdin 1
// An index past a variable length array.
#include <stdio.h>

int main(void) {
    int n = (getchar() & 3) + 1;
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[n / 2 + 1]; //~ FINDING[out-of-bounds]
}
