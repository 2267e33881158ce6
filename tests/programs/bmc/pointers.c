// bmc 2 --memoryless: proved
// bmc 2: proved
// A pointer that is one of two, written through.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = 1, y = 2, *p;
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n & 1)
        p = &x;
    else
        p = &y;
    *p = 7;
    assert(n & 1 ? x == 7 && y == 2 : x == 1 && y == 7);
    return 0;
}
