// effigy: --sym-stdin 1
// The compiler's count of leading zeros is asked for numbers above zero.
#include <stdio.h>

int main(void) {
    unsigned x = (unsigned)getchar();
    return x == 0 || __builtin_clz(x) > 24;
}
