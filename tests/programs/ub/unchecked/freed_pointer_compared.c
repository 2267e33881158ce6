// effigy: --sym-stdin 1
// unchecked: Where a pointer came from
// The value of a pointer is used after its object was freed (C17 6.2.4p2).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    char *q = p;
    if (!p)
        return 1;
    if (getchar() == 'f')
        free(p);
    else
        q = NULL;
    int same = p == q;
    if (!same)
        free(p);
    return same;
}
