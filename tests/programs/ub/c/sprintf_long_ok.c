// effigy: --sym-stdin 1
// A number of three digits has room.
#include <stdio.h>

int main(void) {
    char text[5];
    int c = getchar();
    sprintf(text, "n%d", c);
    return text[1] == '7';
}
