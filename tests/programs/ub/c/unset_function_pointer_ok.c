// effigy: --sym-stdin 1
// A function pointer is set on every path.
#include <stdio.h>
#include <stdlib.h>

struct handler {
    int (*run)(int);
};

static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }

int main(void) {
    struct handler *h = malloc(sizeof *h);
    if (!h)
        return 1;
    int c = getchar();
    h->run = c != '!' ? twice : same;
    int result = h->run(c);
    free(h);
    return result == 4;
}
