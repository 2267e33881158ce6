/* Loops whose rounds are known, and one whose rounds the input says. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum_to(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 1; i <= n; i++)
        sum += i;
    return sum;
}

int main(void) {
    unsigned rounds = __VERIFIER_nondet_uint();
    unsigned word = __VERIFIER_nondet_uint();
    int bits = 0;
    if (rounds > 6)
        return 1;
    unsigned sum = sum_to(rounds);
    while (word) {
        word &= word - 1;
        bits++;
        if (bits == 4)
            break;
    }
    for (int i = 0; i < 3; i++)
        bits += i;
    do {
        bits--;
    } while (bits > 4);
    if (sum == 15)
        abort();
    if (sum == 16)
        abort();
    return bits;
}
