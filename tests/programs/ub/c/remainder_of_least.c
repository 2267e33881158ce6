// effigy: --sym-stdin 4
// The remainder of the smallest long and -1 is undefined, although it would be 0 (C17 6.5.5).
#include <limits.h>
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    long wide = x == 77 ? LONG_MIN : x;
    long divisor = x == 77 || x == 3 ? -1 : 5;
    return wide % divisor == 3; //~ FINDING[overflow]
}
