// effigy: --sym-stdin 1 --cflags -w
// unchecked: The order of evaluation in C
// A variable is changed twice without an order between the changes (C17 6.5p2).
#include <stdio.h>

int main(void) {
    int i = getchar();
    i = i++ + 1;
    return i == 7;
}
