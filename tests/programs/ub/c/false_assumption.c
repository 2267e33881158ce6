// effigy: --sym-stdin 1
// The compiler is told what is not always so. A native run does not show it.
#include <stdio.h>

static int quarter(int x) {
    __builtin_assume(x < 200); //~ FINDING[unreachable]
    return x / 4;
}

int main(void) {
    return quarter(getchar()) == 9;
}
