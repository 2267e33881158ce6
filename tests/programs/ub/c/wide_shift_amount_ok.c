// effigy: --sym-stdin 1
// The amount of a shift is of a wider type than what is shifted; one that is cut by a cast is the number that is left.
#include <stdio.h>

int main(void) {
    long amount = (long)getchar() << 28;
    int mask = 0x7000;
    mask >>= amount >> 28 & 15;
    mask >>= (int)(amount << 8);
    return mask & 1;
}
