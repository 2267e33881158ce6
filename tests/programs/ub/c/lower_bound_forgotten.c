// effigy: --sym-stdin 1
// Only the upper bound of a signed index is checked (CWE-839).
#include <stdio.h>

static int slots[10];

int main(void) {
    signed char n = (signed char)getchar();
    if (n < 10)
        slots[n] = 1; //~ FINDING[out-of-bounds]
    return 0;
}
