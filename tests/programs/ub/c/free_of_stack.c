// effigy: --sym-stdin 1
// A buffer on the stack is freed as if it came from malloc (CWE-590).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char small[8];
    int n = getchar();
    char *p = n > 8 ? malloc(n) : small;
    if (!p)
        return 1;
    p[0] = 0;
    free(p); //~ FINDING[invalid-free]
    return 0;
}
