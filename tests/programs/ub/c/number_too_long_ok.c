// effigy: --sym-stdin 1
// strtol says that a number does not fit; atoi reads one that does.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[] = "-21474836_";
    text[9] = (char)getchar();
    long wide = strtol("99999999999999999999", NULL, 10);
    return wide == LONG_MAX && errno == ERANGE ? atoi(text) == -21 : 2;
}
