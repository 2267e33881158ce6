// effigy: --sym-stdin 1
// The size of an array of variable length has a bound.
#include <stdio.h>

int main(void) {
    size_t last = (size_t)(getchar() & 7) << 17;
    char rows[last + 1];
    rows[last] = 1;
    return rows[last];
}
