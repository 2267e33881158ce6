// bmc 4: failed
// bmc 4 --each: failed
// One property holds, and one does not.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned m = n;
    for (int i = 0; i < 3; i++)
        m += 2;
    assert(m >= 6 && m <= 261);
    assert(m != 100);
    return 0;
}
