// bmc 8 --k-induction: bounded
// bmc 128: failed
// The round that fails comes after a hundred that do not, and its cause is hidden from them.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char count = 0, mode = 0;
    unsigned char *hidden = &mode;
    for (;;) {
        count++;
        if (count == 100)
            *hidden = 1;
        assert(mode == 0);
    }
}
