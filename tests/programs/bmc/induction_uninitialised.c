// bmc 4 --k-induction: bounded
// bmc 16: failed
// What is read in a late round may never have been set.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char count = 0, x;
    for (;;) {
        count++;
        if (count == 200)
            x = 1;
        if (count == 9 && x == 5)
            return 1;
    }
}
