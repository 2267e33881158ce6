// effigy: --sym-stdin 1
// A negative number is shifted to the left.
#include <stdio.h>

int main(void) {
    signed char c = (signed char)getchar();
    int fixed = c << 8; //~ FINDING[shift]
    return fixed == 0x100;
}
