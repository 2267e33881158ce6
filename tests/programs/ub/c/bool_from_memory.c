// effigy: --sym-stdin 1
// A _Bool gets a representation that is neither false nor true (C17 J.2: a trap representation).
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char byte = (unsigned char)getchar();
    bool flag;
    memcpy(&flag, &byte, 1);
    return flag ? 1 : 0; //~ FINDING[invalid-value]
}
