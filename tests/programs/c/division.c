// effigy:
// Division and remainder: three ways to trap, two of them guarded.
#include <limits.h>
#include <klee/klee.h>

static int guarded(int a, int b) {
    if (b == 0 || (a == INT_MIN && b == -1))
        return 0;
    return a / b + a % b;
}

int main(void) {
    int mode, a, b;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(b >= -4 && b <= 4);
    unsigned u = (unsigned)b;
    switch (mode) {
    case 0:
        return 100 / b; //~ FINDING[division-by-zero]
    case 1:
        return 100 % (b + 1); //~ FINDING[division-by-zero]
    case 2:
        if (b == -1)
            return a / b < 0; //~ FINDING[overflow]
        return 2;
    case 3:
        return 7u / u > 3; //~ FINDING[division-by-zero]
    case 4:
        return b == 3 ? a / b == 5 : 4;
    case 5:
        return b == 2 ? guarded(a, b) > 10 : 5;
    default:
        return 6;
    }
}
