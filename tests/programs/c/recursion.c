// effigy:
// One recursion that ends and one that misses its base case.
#include <klee/klee.h>

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);

static int is_even(unsigned n) {
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n) {
    return n == 0 ? 0 : is_even(n - 1);
}

static int by_twos(int n) { return n == 0 ? 0 : 2 + by_twos(n - 2 & 1023); } //~ FINDING[stack-overflow]

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 6);
    klee_assert(ackermann(2, 3) == 9);
    if (is_even(n))
        return by_twos(n) == n ? 0 : 1;
    if (n == 3)
        return by_twos(3);
    return 0;
}
