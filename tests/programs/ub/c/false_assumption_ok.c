// effigy: --sym-stdin 1
// The compiler is told what is always so.
#include <stdio.h>

static int quarter(int x) {
    __builtin_assume(x < 256);
    return x / 4;
}

int main(void) {
    return quarter(getchar()) == 9;
}
