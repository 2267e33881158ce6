// effigy: --sym-stdin 1
// A recursion steps over its end (CWE-674).
#include <stdio.h>

static int depth(unsigned char n) {
    if (n == 0)
        return 0;
    return 1 + depth((unsigned char)(n - 2)); //~ FINDING[stack-overflow]
}

int main(void) {
    return depth((unsigned char)(getchar() & 7)) > 2;
}
