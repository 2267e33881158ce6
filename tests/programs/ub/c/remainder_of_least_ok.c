// effigy: --sym-stdin 4
// The remainder of a long and -1 is given without dividing.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    long wide = x == 77 ? LONG_MIN : x;
    long divisor = x == 77 || x == 3 ? -1 : 5;
    long remainder = divisor == -1 ? 0 : wide % divisor;
    return remainder == 3;
}
