// effigy: --sym-stdin 1
// unchecked: Types that the compiled program does not tell apart
// An int is read as a float (C17 6.5p7).
#include <stdio.h>

int main(void) {
    int bits = getchar() << 20;
    float *f = (float *)&bits;
    int pattern = *(int *)f;
    *f = 1.0f;
    return pattern == bits;
}
