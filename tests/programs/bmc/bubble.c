// bmc 8 --memoryless: proved
// bmc 8: proved
// Four numbers are sorted.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 4; i++)
        for (int j = 0; j + 1 < 4 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i + 1 < 4; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
