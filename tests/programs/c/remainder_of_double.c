// effigy: --solver embedded
// A remainder of a symbolic double.
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (fmod(x, 3.0) == 2.0)
        return 1;
    return 0;
}
