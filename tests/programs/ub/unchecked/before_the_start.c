// effigy: --sym-stdin 1
// unchecked: Where a pointer came from
// A pointer to before the start of an array is made and not followed (C17 6.5.6p8).
#include <stdio.h>

static int values[4] = {1, 2, 3, 4};

int main(void) {
    int total = 0;
    int left = (getchar() & 3) + 1;
    for (int *p = values + left - 1; left > 0; p--, left--)
        total += *p;
    return total;
}
