// effigy: --sym-stdin 1
// A signed bit-field of one bit holds 0 and -1.
#include <assert.h>
#include <stdio.h>

struct flags {
    signed int on : 1;
};

int main(void) {
    struct flags f = {0};
    f.on = getchar() & 1;
    assert(f.on >= 0); //~ FINDING[assertion]
    return 0;
}
