// effigy:
// Where floating-point numbers are rounded to: sums, quotients, conversions and functions of constants; rounding of any value to an integer.
#include <fenv.h>
#include <math.h>
#include <klee/klee.h>

static volatile double one = 1, three = 3, tenth = 0.1;

static double third(int mode) {
    klee_assert(fesetround(mode) == 0 && fegetround() == mode);
    double quotient = one / three;
    fesetround(FE_TONEAREST);
    return quotient;
}

int main(void) {
    double any;
    int mode;
    klee_make_symbolic(&any, sizeof any, "any");
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_assert(third(FE_DOWNWARD) < third(FE_UPWARD) && third(FE_TOWARDZERO) == third(FE_DOWNWARD));
    klee_assert(third(FE_TONEAREST) == 1.0 / 3.0);
    fesetround(FE_UPWARD);
    klee_assert(one + 0x1p-60 > 1 && (float)tenth > 0.1 && rint(2.1) == 3 && lrint(-2.9) == -2 && nearbyint(0.5) == 1);
    if (any > 2 && any < 3)
        klee_assert(rint(any) == 3);
    fesetround(FE_DOWNWARD);
    if (any > 2 && any < 3)
        klee_assert(rint(any) == 3); //~ FINDING[assertion]
    if (fesetround(mode) != 0)
        klee_assert(fegetround() == FE_DOWNWARD);
    fesetround(FE_TONEAREST);
    klee_assert(remainder(7.5, 2) == -0.5 && remainder(5, 2) == 1 && remainder(-7, 2) == 1 && fma(3, 4, 0.5) == 12.5);
    return 0;
}
