// effigy: --sym-stdin 1
// A read after the terminator of a string literal.
#include <stdio.h>

int main(void) {
    const char *digits = "0123456789abcde";
    int n = getchar() & 15;
    char high = digits[n];
    char low = digits[n + 1]; //~ FINDING[out-of-bounds]
    return high == low;
}
