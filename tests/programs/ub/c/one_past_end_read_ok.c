// effigy: --sym-stdin 1
// The address one past the end is made and compared, never read.
#include <stdio.h>

static const int values[4] = {1, 2, 3, 4};

static int sum(const int *from, const int *to) {
    int total = 0;
    for (const int *p = from; p < to; p++)
        total += *p;
    return total;
}

int main(void) {
    int n = getchar() & 3;
    return sum(values, values + n + (n == 3));
}
