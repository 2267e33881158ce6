// bmc 2: bounded
// bmc 8: failed
// A loop in a loop that begins too late.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 4 && m <= 4 && n > 3);
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i / 3; j < m; j++)
            count++;
    assert(count == n * m);
    return 0;
}
