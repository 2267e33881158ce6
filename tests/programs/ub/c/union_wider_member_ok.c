// effigy: --sym-stdin 1
// A word of a union is written, and a byte of it decides.
#include <stdio.h>

union cell {
    unsigned char byte;
    unsigned word;
};

int main(void) {
    union cell c;
    c.word = (unsigned)getchar();
    if (c.byte == 3)
        return 1;
    return 0;
}
