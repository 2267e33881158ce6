// effigy: --sym-stdin 1
// div of the least number by minus one (C17 7.22.6.2p2).
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int by = (getchar() & 3) - 4;
    div_t parts = div(INT_MIN, by); //~ FINDING[overflow]
    return parts.rem == parts.quot;
}
