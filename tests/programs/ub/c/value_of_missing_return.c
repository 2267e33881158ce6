// effigy: --sym-stdin 1
// A function ends without a value that its caller decides on (C17 6.9.1p12).
#include <stdio.h>

static int grade(int n) {
    int low;
    if (n < 200)
        low = 1;
    return low;
}

int main(void) {
    if (grade(getchar()) == 1) //~ FINDING[uninitialised]
        return 1;
    return 0;
}
