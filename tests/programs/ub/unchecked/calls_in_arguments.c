// effigy: --sym-stdin 2
// unchecked: The order of evaluation in C
// Two calls that read the input are arguments of one, in an order that is not said (C17 6.5.2.2p10).
#include <assert.h>
#include <stdio.h>

static int counter;

static int next(void) {
    return ++counter;
}

static int difference(int a, int b) {
    return b - a;
}

int main(void) {
    assert(difference(next(), next()) == 1);
    return 0;
}
