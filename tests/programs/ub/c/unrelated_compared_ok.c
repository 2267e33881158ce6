// effigy: --sym-stdin 1
// Pointers into one object are ordered; those of different objects are only asked whether they are equal.
#include <stdio.h>

static int numbers[4], other;

int main(void) {
    int *p = &numbers[getchar() & 3];
    return p < numbers + 4 && p != &other ? 0 : 1;
}
