// effigy: --sym-stdin 1 --malloc-may-fail
// The result of malloc is looked at.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int c = getchar();
    if (c == 0 || !p) {
        free(p);
        return 1;
    }
    *p = c;
    free(p);
    return 0;
}
