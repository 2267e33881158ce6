// effigy: --sym-stdin 1
// A byte of zero or one is read as a bool.
#include <stdbool.h>
#include <stdio.h>

union flag {
    unsigned char byte;
    bool set;
};

int main(void) {
    union flag f;
    f.byte = getchar() & 1;
    return f.set ? 1 : 0;
}
