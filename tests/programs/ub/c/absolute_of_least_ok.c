// effigy: --sym-stdin 4
// abs in a wider type.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    return llabs(x) < 10;
}
