// effigy: --sym-stdin 1
// The difference of two variables decides where they have values.
#include <stdio.h>

int main(void) {
    int low, high;
    if (getchar() > 9) {
        low = 1;
        high = 5;
    } else {
        return 2;
    }
    if (high - low > 3)
        return 1;
    return 0;
}
