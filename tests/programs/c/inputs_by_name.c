// effigy:
/* Functions whose names say that they give inputs need no definition and no option, whatever they give. */
#include <assert.h>
#include <stddef.h>

struct point {
  short x, y;
  int depth[5];
};

struct point nondet_point(void);
unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
signed char __SMACK_nondet_signed_char(void);
int nd(void);
long nd_length(void);
_Bool nondet_bool(void);
int __VERIFIER_nondet_bool(void);
void *nondet_pointer(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert_if(_Bool, _Bool);

int main(void) {
  struct point p = nondet_point();
  if (p.x == p.y && p.depth[4] > 3) assert(p.depth[4] != 12); //~ FINDING[assertion]: p.depth[4] != 12
  unsigned long long big = __VERIFIER_nondet_unsigned_long_long();
  assert(big != 0x123456789abcdefULL); //~ FINDING[assertion]: big != 0x123456789abcdefULL
  signed char small = __SMACK_nondet_signed_char();
  assert(small <= 127);
  int truth = __VERIFIER_nondet_bool();
  assert(truth == 0 || truth == 1);
  _Bool other = nondet_bool();
  assert(other == 0 || other == 1);
  __VERIFIER_assume(nd_length() == 5);
  int step = nd();
  __VERIFIER_assume(step >= -1 && step <= 1);
  void *p0 = nondet_pointer();
  __VERIFIER_assert_if(p0 == NULL, !p0);
  return 10 / step; //~ FINDING[division-by-zero]: division by zero
}
