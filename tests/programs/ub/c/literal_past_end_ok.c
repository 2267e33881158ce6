// effigy: --sym-stdin 1
// A string literal has a terminator that may be read.
#include <stdio.h>

int main(void) {
    const char *digits = "0123456789abcdef";
    int n = getchar() & 15;
    char high = digits[n];
    char low = digits[n + 1];
    return high == low;
}
