// effigy: --sym-stdin 1
// An unsigned counter wraps around to zero; a short one is converted.
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned counter = UINT_MAX - 3;
    short narrow = SHRT_MAX;
    for (int n = getchar() & 7; n > 0; n--) {
        counter++;
        narrow++;
    }
    return counter == 0 && narrow < 0;
}
