// effigy: --sym-stdin 3
// A number of three digits does not fit the type that accumulates it.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int value = INT_MAX / 1000;
    for (int i = 0; i < 3; i++) {
        int c = getchar();
        if (c < '0' || c > '9')
            return 1;
        value = value * 10 + (c - '0'); //~ FINDING[overflow]
    }
    return value & 1;
}
