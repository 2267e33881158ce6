// effigy: --sym-stdin 1
// A pointer is converted back to the function's own type before the call.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int same(int a) { return a; }

typedef int (*unary)(int);

int main(void) {
    int c = getchar();
    unary f = c == 'a' ? (unary)(void (*)(void))add : same;
    if (c == 'a')
        return ((int (*)(int, int))(void (*)(void))f)(c, 1);
    return f(c);
}
