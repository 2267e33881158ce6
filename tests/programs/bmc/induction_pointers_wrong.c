// bmc 1 --k-induction: bounded
// bmc 8 --k-induction: failed
// Which of two variables a round changes is in pointers that the loop changes, too: from any state they lead anywhere.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0;
    int *p = &a, *q = &b;
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_bool()) {
            int *t = p;
            p = q;
            q = t;
        }
        (*p)++;
    }
    assert(a != 3);
    return 0;
}
