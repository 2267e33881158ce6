// bmc 16 --memoryless: failed
// bmc 4: bounded
// bmc 16: failed
// Fails in the eighth round only.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 10);
    unsigned i = 0, s = 0;
    while (i < n) {
        s += i == 7 ? 3 : 2;
        i++;
    }
    assert(s == 2 * n);
    return 0;
}
