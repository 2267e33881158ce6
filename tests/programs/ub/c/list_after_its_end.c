// effigy: --sym-stdin 1
// A list of variable arguments is used after it was ended (C17 7.16.1.3). A native run does not show it.
#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < 2; i++) {
        if (i == n)
            va_end(ap);
        total += va_arg(ap, int); //~ FINDING[uninitialised]
    }
    if (n > 1)
        va_end(ap);
    return total;
}

int main(void) {
    int n = (getchar() & 1) + 1;
    return sum(n, 1, 2);
}
