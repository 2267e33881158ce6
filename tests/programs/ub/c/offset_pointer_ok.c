// effigy: --sym-stdin 1
// A pointer that is moved by an offset of the input stays in its object.
#include <stdio.h>

static char area[32];

int main(void) {
    char *p = area + 8;
    int offset = getchar() & 31;
    p += offset - 8;
    return *p;
}
