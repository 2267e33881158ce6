// effigy: --sym-stdin 1
// The value of a function that ended without a return is used (C17 6.9.1).
#include <stdio.h>

static int rank(int c) {
    if (c == 'a')
        return 1;
    if (c == 'b')
        return 2;
}

int main(void) {
    if (rank(getchar()) > 1) //~ FINDING[uninitialised]
        return 1;
    return 0;
}
