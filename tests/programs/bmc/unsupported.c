// bmc 4: undecided
// A function without a model on one way.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int nobody_knows(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n == 200)
        return nobody_knows(n);
    assert(n != 200);
    return 0;
}
