// effigy: --sym-stdin 1
// An enumeration gets a number that is none of its names, and the switch returns nothing for it.
#include <stdio.h>

enum colour { RED, GREEN, BLUE };

static int weight(enum colour c) {
    switch (c) {
    case RED: return 1;
    case GREEN: return 2;
    case BLUE: return 3;
    }
    __builtin_unreachable(); //~ FINDING[unreachable]
}

int main(void) {
    return weight((enum colour)(getchar() & 3)) == 3;
}
