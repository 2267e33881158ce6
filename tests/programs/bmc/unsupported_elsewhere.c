// bmc 4: proved
// A function without a model where no input comes.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int nobody_knows(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    unsigned square = n * n;
    if (square % 4 == 3)
        return nobody_knows((int)n);
    return 0;
}
