// effigy: --sym-stdin 1
// A byte of a union is written, and a word of it decides.
#include <stdio.h>

union cell {
    unsigned char byte;
    unsigned word;
};

int main(void) {
    union cell c;
    int x = getchar();
    if (x & 1)
        c.word = 3;
    else
        c.byte = 3;
    if (c.word == 3) //~ FINDING[uninitialised]
        return 1;
    return 0;
}
