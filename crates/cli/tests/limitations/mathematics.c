#include <math.h>
#include <klee/klee.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    return sin(x) > 2.0;
}
