// effigy: --sym-stdin 1
// A floating point number does not fit the integer type (C17 6.3.1.4).
#include <stdio.h>

static const double weights[4] = {1.5, 200.0, 255.5, 4e9};

int main(void) {
    double w = weights[getchar() & 3];
    int value = (int)w; //~ FINDING[overflow]
    return value == 200;
}
