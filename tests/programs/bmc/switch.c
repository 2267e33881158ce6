// bmc 8: proved
// A small machine with states.
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
        case 2: state = 1; break;
        default: assert(0);
        }
    }
    assert(state >= 0 && state <= 2);
    return 0;
}
