// effigy: --sym-stdin 2
// One unsigned short is converted to an unsigned int before the product.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint16_t x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    uint32_t square = (uint32_t)x * x;
    return square > 7;
}
