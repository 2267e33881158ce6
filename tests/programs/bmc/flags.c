// bmc 32: proved
// Twenty-four independent choices: sixteen million paths.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int count = 0;
    for (int i = 0; i < 24; i++)
        if (__VERIFIER_nondet_uint() > 1000)
            count++;
    assert(count >= 0 && count <= 24);
    return 0;
}
