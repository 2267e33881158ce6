// bmc 4: bounded
// bmc 4 --k-induction: proved
// Odd stays odd in every round, whatever their number.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static unsigned char step(unsigned char x) { return x * 3; }

int main(void) {
    unsigned char x = 1;
    unsigned turns = 0;
    while (__VERIFIER_nondet_uchar()) {
        x = step(x);
        turns = turns > 5 ? 0 : turns + 1;
        assert(x & 1);
        assert(turns <= 6);
    }
    assert(x != 0 && turns < 7);
    return 0;
}
