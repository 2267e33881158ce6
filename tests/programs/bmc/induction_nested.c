// bmc 2 --k-induction: proved
// A loop without a bound in another one.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char low = 0, high = 10;
    for (;;) {
        while (__VERIFIER_nondet_uchar() & 1) {
            low = low > 3 ? 0 : low + 1;
            assert(low <= 4);
        }
        high = low + 10;
        assert(high >= 10 && high <= 14 && low <= 4);
    }
}
