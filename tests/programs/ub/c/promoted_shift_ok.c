// effigy: --sym-stdin 1
// A byte is converted to an unsigned int before it is shifted.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t high = (uint8_t)getchar();
    uint32_t word = (uint32_t)high << 24;
    return word != 0;
}
