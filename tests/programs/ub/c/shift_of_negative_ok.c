// effigy: --sym-stdin 1
// A negative number is multiplied; its shift to the right is defined by the implementation.
#include <stdio.h>

int main(void) {
    signed char c = (signed char)getchar();
    int fixed = c * 256;
    return fixed >> 4 == 0x10;
}
