// effigy: --sym-stdin 1
// The default is a copy of the string literal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("none");
    if (getchar() != 0) {
        free(name);
        name = strdup("some");
    }
    free(name);
    return 0;
}
