// bmc 4 --k-induction: bounded
// bmc 16: failed
// What the inner loop leaves fails in the outer one, late.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char low = 0;
    for (;;) {
        unsigned char rounds = __VERIFIER_nondet_uchar() & 1;
        for (unsigned char i = 0; i < rounds; i++)
            low++;
        assert(low <= 9);
    }
}
