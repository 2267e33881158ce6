// effigy: --sym-stdin 1
// A default that is a string literal is freed (CWE-590).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = "none";
    if (getchar() != 0)
        name = strdup("some");
    free(name); //~ FINDING[invalid-free]
    return 0;
}
