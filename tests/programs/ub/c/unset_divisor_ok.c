// effigy: --sym-stdin 1
// A divisor that every case sets.
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
    default:
        scale = 1;
    }
    return 100 / scale;
}
