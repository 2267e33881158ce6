// effigy: --sym-stdin 1
// The distance between different objects is computed (C17 6.5.6p9; CWE-469). A native run does not show it.
#include <stddef.h>
#include <stdio.h>

static char text[8], other[8];

int main(void) {
    char *p = getchar() == 'x' ? other : text + 2;
    ptrdiff_t distance = p - text; //~ FINDING[unrelated-pointers]
    return distance == 2;
}
