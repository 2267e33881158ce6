// effigy: --sym-stdin 1
// The amount of a shift does not fit the type of what is shifted (C17 6.5.7p3).
#include <stdio.h>

int main(void) {
    long amount = (long)getchar() << 28;
    int mask = 0x7000;
    mask >>= amount; //~ FINDING[shift]
    return mask & 1;
}
