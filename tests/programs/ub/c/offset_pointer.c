// effigy: --sym-stdin 1
// A pointer is moved by an offset of the input (CWE-823).
#include <stdio.h>

static char area[32];

int main(void) {
    char *p = area + 8;
    int offset = getchar() & 31;
    p += offset;
    return *p; //~ FINDING[out-of-bounds]
}
