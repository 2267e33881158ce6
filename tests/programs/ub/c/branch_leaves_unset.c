// effigy: --sym-stdin 1
// One branch leaves a variable without a value (CWE-457).
#include <stdio.h>

int main(void) {
    int mode;
    int c = getchar();
    if (c == 'r')
        mode = 1;
    else if (c == 'w')
        mode = 2;
    if (mode == 2) //~ FINDING[uninitialised]
        return 1;
    return 0;
}
