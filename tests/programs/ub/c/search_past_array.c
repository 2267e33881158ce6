// effigy: --sym-stdin 1
// memchr is told of more bytes than there are and meets none before their end (C17 7.24.5.1p2).
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[4] = {1, 2, 3, 4};
    return memchr(buf, getchar(), 6) != NULL; //~ FINDING[out-of-bounds]
}
