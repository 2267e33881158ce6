// effigy: --sym-stdin 1 --cflags -w
// unchecked: The order of evaluation in C
// A variable is an index and is changed without an order between them (C17 6.5p2).
#include <stdio.h>

int main(void) {
    int v[4] = {0};
    int i = getchar() & 1;
    v[i] = i++;
    return v[0] + v[1];
}
