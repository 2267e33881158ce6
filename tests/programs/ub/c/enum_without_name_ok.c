// effigy: --sym-stdin 1
// An enumeration may have a number that is none of its names; the switch has a default.
#include <stdio.h>

enum colour { RED, GREEN, BLUE };

static int weight(enum colour c) {
    switch (c) {
    case RED: return 1;
    case GREEN: return 2;
    case BLUE: return 3;
    default: return 0;
    }
}

int main(void) {
    return weight((enum colour)(getchar() & 3)) == 3;
}
