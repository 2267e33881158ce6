// effigy: --sym-stdin 1
// unchecked: Where a pointer came from
// A pointer to before the start of an array is made and not followed (C17 6.5.6p8).
#include <stdio.h>

static int values[4] = {1, 2, 3, 4};

int main(void) {
    int total = 0;
    int n = getchar() & 3;
    for (int *p = values + n; p >= values; p--)
        total += *p;
    return total;
}
