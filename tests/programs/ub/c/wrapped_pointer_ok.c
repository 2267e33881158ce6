// effigy: --sym-stdin 1
// A huge offset is compared with what is left, not added.
#include <stdint.h>
#include <stdio.h>

static char area[16];

int main(void) {
    size_t offset = getchar() == 'w' ? SIZE_MAX - 2 : 2;
    if (offset > sizeof area)
        return 1;
    char *p = area + offset;
    return p < area;
}
