// effigy:
// Shift amounts that may leave the width of their operand.
#include <klee/klee.h>

static unsigned mask(unsigned bits) {
    return (1u << bits) - 1u; //~ FINDING[shift]
}

static int halve(int value, int times) {
    return value >> times; //~ FINDING[shift]
}

static unsigned rotate(unsigned value, unsigned by) {
    by &= 31u;
    return by ? (value << by) | (value >> (32u - by)) : value;
}

int main(void) {
    unsigned char mode, amount;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_make_symbolic(&amount, sizeof amount, "amount");
    if (mode == 'm' && amount <= 32)
        return mask(amount) > 255u;
    if (mode == 'h')
        return halve(-64, amount - 1) == -1; /* negative for 0, too large from 33 on */
    if (mode == 'l')
        return (1ull << (amount & 63)) == 1ull;
    klee_assert(rotate(rotate(0x12345678u, amount), 32u - (amount & 31u)) == 0x12345678u);
    return 0;
}
