// effigy: --sym-stdin 1
// A buffer is freed when it came from malloc.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char small[8];
    int n = getchar();
    char *p = n > 8 ? malloc(n) : small;
    if (!p)
        return 1;
    p[0] = 0;
    if (p != small)
        free(p);
    return 0;
}
