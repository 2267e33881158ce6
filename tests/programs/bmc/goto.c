// bmc 4: bounded
// bmc 8: proved
// A loop with two entries.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar() % 6;
    int a = 0, b = 0;
    if (n & 1)
        goto second;
first:
    a++;
    if (a > 5)
        goto end;
second:
    b++;
    goto first;
end:
    assert(b - a <= 0 && b - a >= -1);
    return 0;
}
