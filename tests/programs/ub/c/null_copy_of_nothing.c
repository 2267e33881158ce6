// effigy: --sym-stdin 1
// A null pointer is given to memcpy, with a length of zero (C17 7.24.1).
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[8] = {0};
    size_t n = (size_t)getchar() & 3;
    const char *source = n ? "abcdefg" : NULL;
    memcpy(buffer, source, n); //~ FINDING[null]
    return buffer[0];
}
