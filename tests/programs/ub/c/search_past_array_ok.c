// effigy: --sym-stdin 1
// memchr stops at what it finds, which is always there.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[4] = {1, 2, 3, 0};
    buf[0] = (char)getchar();
    return memchr(buf, 0, 6) != NULL;
}
