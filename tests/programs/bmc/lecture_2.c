// bmc 32 --memoryless: bounded
// bmc 3: bounded
// bmc 256: proved
// Slide 92 of Strejcek's lecture: the sum of bytes is kept in a word.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n == 0)
        return 0;
    unsigned char v = 0;
    unsigned int s = 0;
    unsigned int i = 0;
    while (i < n) {
        v = __VERIFIER_nondet_uchar();
        s += v;
        ++i;
    }
    assert(s >= v);
    return 0;
}
