// bmc 4 --k-induction: bounded
// A loop that makes objects is not proved by induction.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#include <stdlib.h>

int main(void) {
    for (;;) {
        unsigned char *p = malloc(1);
        *p = 1;
        assert(*p == 1);
    }
}
