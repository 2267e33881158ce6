// effigy: --sym-stdin 1
// The address of the caller's array is returned and read.
#include <stdio.h>

static char *describe(int c, char *spare) {
    char *p = spare;
    p[0] = (char)c;
    p[1] = 0;
    return p;
}

int main(void) {
    char spare[4];
    char *p = describe(getchar(), spare);
    return p[0] == 'a';
}
