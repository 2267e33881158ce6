// bmc 32: proved
// The parity of a word by its bits: four thousand million paths.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), ones = 0, parity = 0;
    for (int i = 0; i < 32; i++)
        if (x >> i & 1) {
            ones++;
            parity ^= 1;
        }
    assert(parity == (ones & 1));
    return 0;
}
