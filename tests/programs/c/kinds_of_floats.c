// effigy:
/* What kind of number a float is, and what is left of it as an integer. */
#include <assert.h>
#include <math.h>

int __isnan(double), __isinff(float), __finite(double), __fpclassify(double), __fpclassifyf(float), __signbit(double);
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(!__isnan(x) == (x == x));
  int kind = __fpclassify(x);
  assert(kind >= 0 && kind <= 4);
  assert((kind == FP_ZERO) == (x == 0));
  if (kind == FP_NORMAL && __signbit(x)) assert(x != -2.5); //~ FINDING[assertion]: x != -2.5
  float y = __VERIFIER_nondet_float();
  if (__isinff(y) < 0) {
    assert(!__finite(y));
    assert(y > 0); //~ FINDING[assertion]: y > 0
  }
  __VERIFIER_assume(y > -1000 && y < 1000);
  long near = lrintf(y), away = lroundf(y);
  assert(near - away <= 1 && away - near <= 1);
  assert(y != 2.5f || near == 2);
  assert(y != 2.5f || away == 2); //~ FINDING[assertion]: away == 2
  double whole, part = modf(3.25, &whole);
  assert(part == 0.25 && whole == 3.0);
  int exponent;
  assert(frexp(-6.0, &exponent) == -0.75 && exponent == 3);
  assert(copysignf(y, -1.0f) <= 0);
  return 0;
}
