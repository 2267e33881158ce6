// effigy: --sym-stdin 1
// A divisor that only one case sets.
#include <stdio.h>

int main(void) {
    int scale;
    switch (getchar()) {
    case 'k':
        scale = 10;
        break;
    case 'm':
        scale = 20;
        break;
    }
    return 100 / scale; //~ FINDING[uninitialised]
}
