// effigy: --sym-stdin 1
// The variable of a switch gets its value in each case that uses it.
#include <stdio.h>

int main(void) {
    switch (getchar() & 1) {
        int k;
    case 1:
        k = 5;
        return k == 5;
    default:
        return 0;
    }
}
