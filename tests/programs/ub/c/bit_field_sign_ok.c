// effigy: --sym-stdin 1
// An unsigned bit-field of one bit holds 0 and 1; a value that does not fit is cut.
#include <assert.h>
#include <stdio.h>

struct flags {
    unsigned on : 1;
    unsigned level : 3;
};

int main(void) {
    struct flags f = {0};
    int c = getchar();
    f.on = c & 1;
    f.level = c;
    assert(f.on <= 1 && f.level == (c & 7));
    return 0;
}
