// effigy: --sym-stdin 1
// A variable without a value is passed on, and the caller decides on what comes back (C17 6.3.2.1p2).
#include <stdio.h>

static int same(int v) { return v; }

int main(void) {
    int v;
    if (getchar() != 4)
        v = 1;
    int w = same(v);
    return w == 1 ? 1 : 2; //~ FINDING[uninitialised]
}
