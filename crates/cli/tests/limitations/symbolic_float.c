#include <klee/klee.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x * x == 2.0)
        return 1;
    return 0;
}
