// bmc 4: failed
// What runs when `main` has returned fails: functions of the compiler's list, the one with the greatest number first.
#include <assert.h>

static int left = 1;

__attribute__((destructor(300))) static void first(void) { left *= 2; }

__attribute__((destructor(200))) static void second(void) { assert(left != 4); }

int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 77)
        left = 2;
    return 0;
}
