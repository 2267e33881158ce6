// effigy: --sym-stdin 1 --malloc-may-fail
// The result of realloc is used when it failed (CWE-690). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *v = malloc(2);
    if (!v)
        return 1;
    int c = getchar();
    char *w = c == 'g' ? realloc(v, 8) : v;
    w[1] = 1; //~ FINDING[null]
    free(w);
    return 0;
}
