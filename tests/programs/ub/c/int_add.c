// effigy: --sym-stdin 4
// A sum does not fit an int (C17 J.2: an exceptional condition in an expression; CWE-190).
#include <stdio.h>

int main(void) {
    int x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    return x + 100 < 0; //~ FINDING[overflow]
}
