// effigy: --sym-stdin 1
// A number needs one digit more than there is room for (CWE-120).
#include <stdio.h>

int main(void) {
    char text[4];
    int c = getchar();
    sprintf(text, "n%d", c); //~ FINDING[out-of-bounds]
    return text[1] == '7';
}
