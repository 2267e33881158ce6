// bmc 2 --memoryless: failed
// bmc 2: failed
// A variable that one of two ways does not set.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x;
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n != 17)
        x = n;
    if (x == 4)
        return 1;
    return 0;
}
