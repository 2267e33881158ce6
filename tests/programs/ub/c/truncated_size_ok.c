// effigy: --sym-stdin 1
// A size stays a size_t.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = getchar();
    if (n < 250)
        return 0;
    size_t bytes = (size_t)n + 4;
    char *p = malloc(bytes);
    if (!p)
        return 1;
    memset(p, 0, n);
    free(p);
    return 0;
}
