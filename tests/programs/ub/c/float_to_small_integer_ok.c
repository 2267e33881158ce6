// effigy: --sym-stdin 1
// A floating point number is compared with the range of the integer type.
#include <limits.h>
#include <stdio.h>

static const double weights[4] = {1.5, 200.0, 255.5, 4e9};

int main(void) {
    double w = weights[getchar() & 3];
    if (!(w >= INT_MIN && w <= INT_MAX))
        return 2;
    int value = (int)w;
    return value == 200;
}
