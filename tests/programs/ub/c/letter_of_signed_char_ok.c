// effigy: --sym-stdin 1
// isalpha of a char as unsigned char, and of EOF.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    char text[1];
    if (fread(text, 1, 1, stdin) != 1)
        return 0;
    return isalpha((unsigned char)text[0]) != 0 || isdigit(getchar()) != 0;
}
