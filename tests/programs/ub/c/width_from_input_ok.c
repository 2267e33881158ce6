// effigy: --sym-stdin 1
// A field width that the buffer has room for.
#include <stdio.h>

int main(void) {
    char text[8];
    sprintf(text, "%*d", getchar() & 7, 1);
    return text[0];
}
