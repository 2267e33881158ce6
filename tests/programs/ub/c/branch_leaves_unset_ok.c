// effigy: --sym-stdin 1
// A variable without a value is not used on the branch that left it so.
#include <stdio.h>

int main(void) {
    int mode;
    int c = getchar();
    if (c == 'r')
        mode = 1;
    else if (c == 'w')
        mode = 2;
    else
        return 3;
    if (mode == 2)
        return 1;
    return 0;
}
