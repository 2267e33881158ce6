// effigy: --sym-stdin 1
// A byte is read as a bool that is neither (C17 6.2.6.1p5).
#include <stdbool.h>
#include <stdio.h>

union flag {
    unsigned char byte;
    bool set;
};

int main(void) {
    union flag f;
    f.byte = (unsigned char)getchar();
    return f.set ? 1 : 0; //~ FINDING[invalid-value]
}
