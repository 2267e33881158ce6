// bmc 16 --memoryless: proved
// bmc 4: bounded
// bmc 16: proved
// Euclid's algorithm.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 32, b = __VERIFIER_nondet_uchar() % 32;
    __VERIFIER_assume(a > 0 && b > 0);
    unsigned x = a, y = b;
    while (y) {
        unsigned t = x % y;
        x = y;
        y = t;
    }
    assert(a % x == 0 && b % x == 0);
    return 0;
}
