// bmc 16 --memoryless: proved
// bmc 16: proved
// A ring of four places.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int ring[4];
static unsigned head, count;

static int put(int x) {
    if (count == 4)
        return 0;
    ring[(head + count) % 4] = x;
    count++;
    return 1;
}

static int take(int *x) {
    if (count == 0)
        return 0;
    *x = ring[head];
    head = (head + 1) % 4;
    count--;
    return 1;
}

int main(void) {
    int puts = 0, takes = 0, x;
    for (int i = 0; i < 8; i++) {
        if (__VERIFIER_nondet_uchar() & 1)
            puts += put(i);
        else
            takes += take(&x);
        assert(count <= 4);
    }
    assert((unsigned)(puts - takes) == count);
    return 0;
}
