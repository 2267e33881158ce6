// effigy: --sym-stdin 1
// A mask of all 32 bits is made by a shift of 32.
#include <stdio.h>

int main(void) {
    unsigned bits = (unsigned)getchar() % 33;
    unsigned mask = (1u << bits) - 1; //~ FINDING[shift]
    return mask > 5;
}
