// effigy: --sym-stdin 1
// The address of a local array is returned and read (CWE-562).
#include <stdio.h>

static char *describe(int c, char *spare) {
    char text[4];
    char *p = c == 'x' ? text : spare;
    p[0] = (char)c;
    p[1] = 0;
    return p;
}

int main(void) {
    char spare[4];
    char *p = describe(getchar(), spare);
    return p[0] == 'a'; //~ FINDING[use-after-scope]
}
