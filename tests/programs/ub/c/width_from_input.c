// effigy: --sym-stdin 1
// A field width makes the text longer than its buffer (C17 7.21.6.6p2; CWE-121).
#include <stdio.h>

int main(void) {
    char text[4];
    sprintf(text, "%*d", getchar() & 7, 1); //~ FINDING[out-of-bounds]
    return text[0];
}
