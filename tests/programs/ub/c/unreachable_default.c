// effigy: --sym-stdin 1
// A case that was declared impossible happens.
#include <stdio.h>

int main(void) {
    switch (getchar() & 3) {
    case 0: return 4;
    case 1: return 5;
    case 2: return 6;
    }
    __builtin_unreachable(); //~ FINDING[unreachable]
}
