// bmc 4 --k-induction: bounded
// A recursion has no rounds.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int down(unsigned n) { return n == 0 ? 0 : down(n - 1); }

int main(void) {
    assert(down(__VERIFIER_nondet_uint()) == 0);
    return 0;
}
