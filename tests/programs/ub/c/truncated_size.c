// effigy: --sym-stdin 1
// A size is cut to eight bits before the allocation (CWE-197).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = getchar();
    if (n < 250)
        return 0;
    unsigned char bytes = (unsigned char)(n + 4);
    char *p = malloc(bytes);
    if (!p)
        return 1;
    memset(p, 0, n); //~ FINDING[out-of-bounds]
    free(p);
    return 0;
}
