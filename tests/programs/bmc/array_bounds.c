// bmc 16: proved
// An index that stays inside.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int a[8] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 8);
    for (unsigned i = 0; i <= n; i++)
        a[i] = (int)i;
    assert(a[n] == (int)n);
    return 0;
}
