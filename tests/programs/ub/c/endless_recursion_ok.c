// effigy: --sym-stdin 1
// A recursion that takes one step reaches its end.
#include <stdio.h>

static int depth(unsigned char n) {
    if (n == 0)
        return 0;
    return 1 + depth((unsigned char)(n - 1));
}

int main(void) {
    return depth((unsigned char)(getchar() & 7)) > 2;
}
