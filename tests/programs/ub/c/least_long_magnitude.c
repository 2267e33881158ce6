// effigy: --sym-stdin 1
// labs of the smallest long (C17 7.22.6.1p2). A native run does not show it.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    long n = LONG_MIN + (getchar() >> 4);
    return labs(n) == 5; //~ FINDING[overflow]
}
