// bmc 8 --k-induction: proved
// One round does not say enough; two do.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned a = 0, b = 1;
    for (;;) {
        unsigned t = a;
        a = b;
        b = t;
        assert(a <= 1);
    }
}
