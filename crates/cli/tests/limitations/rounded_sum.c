#include <fenv.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    fesetround(FE_UPWARD);
    double sum = __VERIFIER_nondet_double() + 0.1;
    return sum > 1;
}
