// effigy:
// Signed arithmetic that leaves its type, next to arithmetic that may wrap.
#include <limits.h>
#include <klee/klee.h>

static int next(int n) {
    return n + 1; //~ FINDING[overflow]
}

static int negate(int n) {
    return -n; //~ FINDING[overflow]
}

static int area(int side) {
    return side * 3; //~ FINDING[overflow]
}

static long long wide_area(int side) {
    return (long long)side * 3;
}

static unsigned wrapping_next(unsigned n) {
    return n + 1u;
}

static int middle(int low, int high) {
    return low + (high - low) / 2;
}

int main(void) {
    unsigned char mode;
    int n;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_make_symbolic(&n, sizeof n, "n");
    if (mode == 0)
        return next(n) > n ? 0 : 1;
    if (mode == 1)
        return negate(n) > 0 ? 0 : 1;
    if (mode == 2)
        return area(n) > n ? 0 : 1;
    klee_assert(wide_area(n) / 3 == n);
    klee_assert(wrapping_next((unsigned)n) - 1u == (unsigned)n);
    if (n >= 0)
        klee_assert(middle(n, INT_MAX) >= n);
    return 0;
}
