// bmc 8 --memoryless: failed
// bmc 8: failed
// An object that is released on one of two ways.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#include <stdlib.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int *p = malloc(sizeof *p);
    *p = 1;
    if (n == 77)
        free(p);
    *p = 2;
    return *p == 3;
}
