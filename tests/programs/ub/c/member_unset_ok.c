// effigy: --sym-stdin 1
// Memory of calloc has the value zero.
#include <stdio.h>
#include <stdlib.h>

struct shape {
    int kind;
    int radius;
};

static struct shape *make(int c) {
    struct shape *s = calloc(1, sizeof *s);
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
    if (s->radius > 10)
        big = 1;
    free(s);
    return big;
}
