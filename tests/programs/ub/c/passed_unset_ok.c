// effigy: --sym-stdin 1
// A variable with a value on every way is passed on.
#include <stdio.h>

static int same(int v) { return v; }

int main(void) {
    int v = 0;
    if (getchar() != 4)
        v = 1;
    int w = same(v);
    return w == 1 ? 1 : 2;
}
