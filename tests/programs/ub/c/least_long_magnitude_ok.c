// effigy: --sym-stdin 1
// labs of all but the smallest long.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    long n = LONG_MIN + 1 + (getchar() >> 4);
    return labs(n) == 5;
}
