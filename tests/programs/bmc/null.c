// bmc 2 --memoryless: failed
// bmc 2: failed
// A pointer that is null on one of two ways.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = 5, *p = 0;
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 3)
        p = &x;
    if (n > 2)
        *p = 6;
    assert(x == 5 || n > 2);
    return 0;
}
