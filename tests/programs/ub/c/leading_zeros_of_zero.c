// effigy: --sym-stdin 1
// The compiler's count of leading zeros is undefined for zero.
#include <stdio.h>

int main(void) {
    unsigned x = (unsigned)getchar();
    return __builtin_clz(x) > 24; //~ FINDING[invalid-value]
}
