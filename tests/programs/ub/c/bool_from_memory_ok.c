// effigy: --sym-stdin 1
// A _Bool gets its value by conversion.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char byte = (unsigned char)getchar();
    bool flag = byte;
    memcpy(&byte, &flag, 1);
    return byte == 2 ? 9 : flag;
}
