// effigy: --sym-stdin 1
// A pointer into a frame that ended is written after another function was called.
#include <stdio.h>

static int *slot(int c) {
    int local = c;
    int *p = &local;
    return c > 9 ? p : NULL;
}

static int other(int c) {
    int local = c + 1;
    return local;
}

int main(void) {
    int c = getchar();
    int *p = slot(c);
    int n = other(c);
    if (p)
        *p = n; //~ FINDING[use-after-scope]
    return n;
}
