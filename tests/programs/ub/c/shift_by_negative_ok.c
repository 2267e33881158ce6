// effigy: --sym-stdin 1
// The amount of a shift is a difference that is at least zero.
#include <stdio.h>

int main(void) {
    int bit = getchar() & 15;
    return (0x5a5a >> (15 - bit)) & 1;
}
