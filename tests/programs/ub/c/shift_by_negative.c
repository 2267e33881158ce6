// effigy: --sym-stdin 1
// The amount of a shift is a difference that may be negative.
#include <stdio.h>

int main(void) {
    int bit = getchar() & 15;
    return (0x5a5a >> (12 - bit)) & 1; //~ FINDING[shift]
}
