// effigy: --sym-stdin 4
// A sum is compared before it is made.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    if (x > INT_MAX - 100)
        return 2;
    return x + 100 < 0;
}
