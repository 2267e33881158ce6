// effigy: --sym-stdin 1
// A remainder by a count that may be zero (CWE-369).
#include <stdio.h>

static int buckets[8];

int main(void) {
    unsigned n = (unsigned)getchar() & 7;
    buckets[17 % n] = 1; //~ FINDING[division-by-zero]
    return 0;
}
