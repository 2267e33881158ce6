// effigy: --sym-stdin 1
// The value of a function that ended without a return is not used.
#include <stdio.h>

static int uses;

static int rank(int c) {
    uses++;
    if (c == 'a')
        return 1;
}

int main(void) {
    rank(getchar());
    return uses;
}
