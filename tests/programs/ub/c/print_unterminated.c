// effigy: --sym-stdin 2
// Bytes without a terminator are printed as a string.
#include <stdio.h>

int main(void) {
    char text[2];
    if (fread(text, 1, 2, stdin) != 2)
        return 1;
    printf("%s\n", text); //~ FINDING[out-of-bounds]
    return 0;
}
