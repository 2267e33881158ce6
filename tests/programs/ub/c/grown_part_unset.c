// effigy: --sym-stdin 1
// The part that realloc added has no value (C17 7.22.3.5).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char *v = calloc(2, 1);
    if (!v)
        return 1;
    int n = (getchar() & 3) + 1;
    unsigned char *w = realloc(v, 4);
    if (!w)
        return 1;
    int found = 0;
    if (w[n - 1] == 5) //~ FINDING[uninitialised]
        found = 1;
    free(w);
    return found;
}
