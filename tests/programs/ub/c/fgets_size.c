// effigy: --sym-stdin 5
// fgets is told a size that the buffer does not have.
#include <stdio.h>

int main(void) {
    char text[4];
    if (!fgets(text, sizeof text + 1, stdin)) //~ FINDING[out-of-bounds]
        return 1;
    return text[0] == 'q';
}
