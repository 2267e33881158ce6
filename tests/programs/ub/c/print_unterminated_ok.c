// effigy: --sym-stdin 2
// Bytes without a terminator are printed with a precision.
#include <stdio.h>

int main(void) {
    char text[2];
    if (fread(text, 1, 2, stdin) != 2)
        return 1;
    printf("%.2s\n", text);
    return 0;
}
