// effigy: --sym-stdin 2
// Two unsigned shorts are promoted to int, whose product overflows.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint16_t x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    uint32_t square = x * x; //~ FINDING[overflow]
    return square > 7;
}
