// effigy: --sym-stdin 1
// A list of variable arguments is ended once, after its last use.
#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}

int main(void) {
    int n = (getchar() & 1) + 1;
    return sum(n, 1, 2);
}
