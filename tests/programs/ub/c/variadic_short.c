// effigy: --sym-stdin 1 --no-replay
// More variable arguments are taken than were given (C17 7.16.1.1). A native run does not show it.
#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int); //~ FINDING[out-of-bounds]
    va_end(ap);
    return total;
}

int main(void) {
    int n = getchar() & 3;
    return sum(n, 1, 2);
}
