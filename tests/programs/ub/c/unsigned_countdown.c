// effigy: --sym-stdin 1
// An unsigned difference goes below zero, which is the largest number (CWE-191).
#include <stdio.h>

static const char text[8] = "abcdefg";

int main(void) {
    unsigned n = (unsigned)getchar() & 7;
    unsigned start = n - 4;
    return text[start % 16]; //~ FINDING[out-of-bounds]
}
