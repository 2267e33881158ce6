// effigy: --sym-stdin 3
// A digit is taken only while the number fits.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int value = INT_MAX / 1000;
    for (int i = 0; i < 3; i++) {
        int c = getchar();
        if (c < '0' || c > '9')
            return 1;
        if (value > (INT_MAX - (c - '0')) / 10)
            return 2;
        value = value * 10 + (c - '0');
    }
    return value & 1;
}
