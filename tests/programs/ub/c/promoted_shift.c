// effigy: --sym-stdin 1
// A byte is promoted to int and shifted into the sign (C17 6.5.7).
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t high = (uint8_t)getchar();
    uint32_t word = high << 24; //~ FINDING[shift]
    return word != 0;
}
