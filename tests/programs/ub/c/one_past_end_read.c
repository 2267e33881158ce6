// effigy: --sym-stdin 1
// The loop's bound includes the address one past the end (CWE-193).
#include <stdio.h>

static const int values[4] = {1, 2, 3, 4};

static int sum(const int *from, const int *to) {
    int total = 0;
    for (const int *p = from; p <= to; p++)
        total += *p; //~ FINDING[out-of-bounds]
    return total;
}

int main(void) {
    int n = getchar() & 3;
    return sum(values, values + n + (n == 3));
}
