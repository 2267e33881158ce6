// effigy: --sym-stdin 1
// isalpha of a negative char (C17 7.4p1). A native run does not show it.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    char text[1];
    if (fread(text, 1, 1, stdin) != 1)
        return 0;
    return isalpha(text[0]) != 0; //~ FINDING[invalid-value]
}
