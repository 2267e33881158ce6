// bmc 8: failed
// A division by what a loop may make zero.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int d = __VERIFIER_nondet_uchar() % 6;
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += 60 / (d - i + 1);
    return s == 1;
}
