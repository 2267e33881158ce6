// effigy: --sym-stdin 1
// A function that takes a double is called with an int (CWE-686). A native run does not show it.
#include <stdio.h>

static int half(double x) { return x > 1.0; }
static int same(int a) { return a; }

typedef int (*unary)(int);

int main(void) {
    int c = getchar();
    unary f = c > 200 ? (unary)(void (*)(void))half : same;
    return f(c); //~ FINDING[bad-call]
}
