// effigy: --sym-stdin 1
// A remainder by a count that is at least one; a float may be divided by zero.
#include <stdio.h>

static int buckets[8];

int main(void) {
    unsigned n = ((unsigned)getchar() & 7) + 1;
    buckets[17 % n] = 1;
    double zero = buckets[0] - buckets[0];
    return 1.0 / zero > 1.0;
}
