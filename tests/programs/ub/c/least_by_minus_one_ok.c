// effigy: --sym-stdin 4
// The quotient of the smallest int and -1 is left out.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    int divisor = x & 1 ? 1 : -1;
    if (x == INT_MIN && divisor == -1)
        return 2;
    return x / divisor == 3;
}
