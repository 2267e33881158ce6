// bmc 4: bounded
// bmc 16: proved
// A loop that is left by `exit` in a function that it calls alone.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#include <stdlib.h>

static void look(unsigned i, unsigned n) {
    if (i >= n)
        exit(0);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 12);
    for (unsigned i = 0;; i++) {
        look(i, n);
        assert(i < 11);
    }
}
