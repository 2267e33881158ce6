// bmc 1: failed
// No loop; the least number has no opposite.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x < 0 ? -x : x;
    assert(y >= 0);
    return 0;
}
