// bmc 8 --memoryless --checks=-uninitialised: proved
// bmc 8 --checks=-uninitialised: proved
// With the check off, what was never written has any value, and the same one until it is written.
#include <assert.h>

struct pair {
    int a, b;
};

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x;
    struct pair pair;
    int table[4];
    struct pair copy = pair;
    _Bool flag;
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n != 17)
        x = 3;
    if (x != 3)
        assert(n == 17);
    struct pair old = pair;
    int before = pair.a;
    pair.b = before + 1u;
    assert((unsigned)pair.b - (unsigned)pair.a == 1);
    assert(table[n % 4] == table[n & 3]);
    assert(copy.b == old.b);
    assert(flag == 0 || flag == 1);
    return 0;
}
