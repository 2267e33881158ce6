// effigy: --sym-stdin 1
// A pointer without a value is set before it is followed.
#include <stdio.h>

int main(void) {
    static int target = 4;
    static int other = 5;
    int *p;
    if (getchar() != '-')
        p = &target;
    else
        p = &other;
    return *p;
}
