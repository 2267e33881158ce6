// effigy: --sym-stdin 2
// fread is told of the room that the buffer has.
#include <stdio.h>

int main(void) {
    char text[4];
    size_t count = fread(text, 1, sizeof text, stdin);
    return count == 2 && text[0] == 'q';
}
