// effigy: --sym-stdin 4
// The smallest int has no negation.
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    int magnitude = x < 0 ? -x : x; //~ FINDING[overflow]
    return magnitude > 9;
}
