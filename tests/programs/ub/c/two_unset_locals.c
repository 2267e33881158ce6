// effigy: --sym-stdin 1
// The difference of two variables without a value decides (CWE-457).
#include <stdio.h>

int main(void) {
    int low, high;
    if (getchar() > 9) {
        low = 1;
        high = 5;
    }
    if (high - low > 3) //~ FINDING[uninitialised]
        return 1;
    return 0;
}
