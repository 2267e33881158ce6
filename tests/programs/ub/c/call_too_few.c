// effigy: --sym-stdin 1
// A function is called through a pointer with too few arguments (C17 J.2: a function call whose type is not compatible; CWE-685). A native run does not show it.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int same(int a) { return a; }

typedef int (*unary)(int);

int main(void) {
    int c = getchar();
    unary f = c == 'a' ? (unary)(void (*)(void))add : same;
    return f(c); //~ FINDING[bad-call]
}
