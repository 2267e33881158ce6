// effigy: --sym-stdin 4
// abs of the smallest int (C17 7.22.6.1). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    return abs(x) < 10; //~ FINDING[overflow]
}
