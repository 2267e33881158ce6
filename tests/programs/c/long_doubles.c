// effigy:
// Arithmetic of 80 bits: what a double cannot hold, comparisons on any value, functions of mathematics, there and back.
#include <math.h>
#include <stdio.h>
#include <klee/klee.h>

static long double half(long double value) { return value / 2; }

int main(void) {
    int number;
    double any;
    klee_make_symbolic(&number, sizeof number, "number");
    klee_make_symbolic(&any, sizeof any, "any");
    long double large = 9007199254740993.0L, wide = number;
    // 2^53 + 1 is no double, and one of these.
    klee_assert((double)large != large && large - 1 == 9007199254740992.0L);
    klee_assert(half(wide) * 2 == number && (int)wide == number);
    klee_assert(fabsl(-wide) >= 0 && floorl(2.5L) == 2 && ceill(2.5L) == 3 && truncl(-2.5L) == -2 && roundl(2.5L) == 3);
    klee_assert(sqrtl(2.25L) == 1.5L && fmodl(7.5L, 2) == 1.5L && remainderl(7.5L, 2) == -0.5L && lroundl(-2.5L) == -3);
    klee_assert(fmaxl(wide, wide + 1) == wide + 1 && fminl(wide, NAN) == wide && fdiml(3, 1) == 2 && copysignl(3, -1) == -3);
    long double whole, fraction = modfl(-3.25L, &whole);
    klee_assert(whole == -3 && fraction == -0.25L);
    if (number == 1 && (long double)any == any)
        klee_assert((double)(long double)any == any);
    if (number == 2 && wide + any == 2)
        klee_assert(any != 0); //~ FINDING[assertion]
    char text[40];
    snprintf(text, sizeof text, "%.3Lf", (large + 1) / 4);
    return text[0] == '2';
}
