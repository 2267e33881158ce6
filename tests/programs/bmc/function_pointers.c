// bmc 4: proved
// A call of one of two functions.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

int main(void) {
    int (*f)(int) = twice;
    int x = __VERIFIER_nondet_uchar() % 3;
    if (x == 2)
        f = square;
    assert(f(x) <= 4);
    return 0;
}
