// effigy: --sym-stdin 1
// A mask of all 32 bits is made in 64 bits.
#include <stdio.h>

int main(void) {
    unsigned bits = (unsigned)getchar() % 33;
    unsigned mask = (unsigned)((1ull << bits) - 1);
    return mask > 5;
}
