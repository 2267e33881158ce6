// effigy: --sym-stdin 1
// strcat looks for the end of a text that was never begun (C17 7.24.3.1p2).
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8];
    if (getchar() != 2)
        text[0] = 0;
    strcat(text, "ab"); //~ FINDING[uninitialised]
    return text[0];
}
