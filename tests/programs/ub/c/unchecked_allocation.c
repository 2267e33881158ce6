// effigy: --sym-stdin 1 --malloc-may-fail
// The result of malloc is used without a look (CWE-690). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int c = getchar();
    if (c == 0) {
        free(p);
        return 1;
    }
    *p = c; //~ FINDING[null]
    free(p);
    return 0;
}
