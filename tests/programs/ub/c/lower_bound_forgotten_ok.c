// effigy: --sym-stdin 1
// Both bounds of a signed index are checked.
#include <stdio.h>

static int slots[10];

int main(void) {
    signed char n = (signed char)getchar();
    if (n >= 0 && n < 10)
        slots[n] = 1;
    return 0;
}
