// effigy: --sym-stdin 5
// fgets is told the buffer's size.
#include <stdio.h>

int main(void) {
    char text[4];
    if (!fgets(text, sizeof text, stdin))
        return 1;
    return text[0] == 'q';
}
