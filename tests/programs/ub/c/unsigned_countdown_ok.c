// effigy: --sym-stdin 1
// An unsigned difference is made when it is not below zero.
#include <stdio.h>

static const char text[8] = "abcdefg";

int main(void) {
    unsigned n = (unsigned)getchar() & 7;
    unsigned start = n < 4 ? 0 : n - 4;
    return text[start % 16];
}
