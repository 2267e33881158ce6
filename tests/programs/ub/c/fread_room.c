// effigy: --sym-stdin 2
// A native run does not show it. fread is told of room that the buffer does not have, and the input is shorter.
#include <stdio.h>

int main(void) {
    char text[4];
    size_t count = fread(text, 1, 2 * sizeof text, stdin); //~ FINDING[out-of-bounds]
    return count == 2 && text[0] == 'q';
}
