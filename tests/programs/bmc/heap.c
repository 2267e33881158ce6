// bmc 8 --memoryless: proved
// bmc 8: proved
// An object of the heap that is made on one of two ways.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#include <stdlib.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int *p = 0;
    if (n > 9) {
        p = malloc(sizeof *p);
        *p = n;
    }
    assert(!p || *p > 9);
    if (p)
        free(p);
    return 0;
}
