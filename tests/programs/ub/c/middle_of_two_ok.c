// effigy: --sym-stdin 8
// The middle of two positive indices is computed from their distance.
#include <stdio.h>

int main(void) {
    int range[2];
    if (fread(range, sizeof range, 1, stdin) != 1)
        return 1;
    if (range[0] < 0 || range[1] < range[0])
        return 2;
    int middle = range[0] + (range[1] - range[0]) / 2;
    return middle > 3;
}
