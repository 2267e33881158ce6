// bmc 16: proved
// Loops that are left and gone on with in several places.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char stop = __VERIFIER_nondet_uchar();
    int even = 0, odd = 0;
    for (int i = 0; i < 10; i++) {
        if (i == stop)
            break;
        if (i % 2) {
            odd++;
            continue;
        }
        even++;
    }
    assert(even - odd == 0 || even - odd == 1);
    return 0;
}
