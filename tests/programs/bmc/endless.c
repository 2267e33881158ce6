// bmc 8: bounded
// A loop that is never left: no bound suffices.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = 1;
    for (;;) {
        x = x * 3;
        assert(x != 0);
    }
}
