// bmc 8 --memoryless: failed
// bmc 2: bounded
// bmc 8: failed
// A small machine that can lose its state.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int state = 0;
    for (int i = 0; i < 6; i++) {
        switch (state) {
        case 0: state = __VERIFIER_nondet_uchar() & 1 ? 1 : 0; break;
        case 1: state = __VERIFIER_nondet_uchar() & 1 ? 2 : 0; break;
        case 2: state = 1 + __VERIFIER_nondet_uchar() % 3; break;
        default: assert(0);
        }
    }
    return 0;
}
