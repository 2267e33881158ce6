// effigy: --sym-stdin 4
// The magnitude of an int is unsigned.
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    unsigned magnitude = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    return magnitude > 9;
}
