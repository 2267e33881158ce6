// bmc 4: bounded
// bmc 16: failed
// A recursion that is wrong six calls deep.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static unsigned sum(unsigned n) { return n == 0 ? 0 : n == 6 ? sum(n - 1) : n + sum(n - 1); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 10);
    assert(sum(n) == n * (n + 1) / 2);
    return 0;
}
