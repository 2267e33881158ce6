// bmc 8 --memoryless: proved
// bmc 8: proved
// A string is copied.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    char from[6], to[6];
    for (int i = 0; i < 5; i++)
        from[i] = (char)__VERIFIER_nondet_uchar();
    from[5] = 0;
    int i = 0;
    while ((to[i] = from[i]))
        i++;
    int n = 0;
    while (to[n])
        n++;
    assert(n == i && n <= 5);
    return 0;
}
