// effigy: --sym-stdin 1
// A pointer plus a huge offset wraps around the address space.
#include <stdint.h>
#include <stdio.h>

static char area[16];

int main(void) {
    size_t offset = getchar() == 'w' ? SIZE_MAX - 2 : 2;
    char *p = area + offset; //~ FINDING[out-of-bounds]
    return p < area;
}
