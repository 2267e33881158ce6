// effigy: --sym-stdin 1
// A pointer without a value is followed (CWE-824).
#include <stdio.h>

int main(void) {
    static int target = 4;
    int *p;
    if (getchar() != '-')
        p = &target;
    return *p; //~ FINDING[uninitialised]
}
