// effigy: --sym-stdin 1
// A member that only one constructor sets is compared (CWE-908).
#include <stdio.h>
#include <stdlib.h>

struct shape {
    int kind;
    int radius;
};

static struct shape *make(int c) {
    struct shape *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    s->kind = c & 1;
    if (s->kind)
        s->radius = c;
    return s;
}

int main(void) {
    struct shape *s = make(getchar());
    if (!s)
        return 1;
    int big = 0;
    if (s->radius > 10) //~ FINDING[uninitialised]
        big = 1;
    free(s);
    return big;
}
