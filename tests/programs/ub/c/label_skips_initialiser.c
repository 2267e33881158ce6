// effigy: --sym-stdin 1
// A jump to a case skips the initializer of a variable of the switch (C17 6.2.4p6).
#include <stdio.h>

int main(void) {
    switch (getchar() & 1) {
        int k = 5;
    case 1:
        if (k == 5) //~ FINDING[uninitialised]
            return 1;
        return 2;
    default:
        return 0;
    }
}
