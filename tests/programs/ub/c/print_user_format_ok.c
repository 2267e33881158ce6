// effigy: --sym-stdin 2
// The input is printed by a format.
#include <stdio.h>

int main(void) {
    char text[3] = {0};
    if (fread(text, 1, 2, stdin) != 2)
        return 1;
    printf("%s", text);
    return 0;
}
