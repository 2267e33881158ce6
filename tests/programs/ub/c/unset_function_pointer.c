// effigy: --sym-stdin 1
// A function pointer that was never set is called (CWE-824).
#include <stdio.h>
#include <stdlib.h>

struct handler {
    int (*run)(int);
};

static int twice(int x) { return 2 * x; }

int main(void) {
    struct handler *h = malloc(sizeof *h);
    if (!h)
        return 1;
    int c = getchar();
    if (c != '!')
        h->run = twice;
    int result = h->run(c); //~ FINDING[uninitialised]
    free(h);
    return result == 4;
}
