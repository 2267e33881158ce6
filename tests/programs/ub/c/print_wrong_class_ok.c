// effigy: --sym-stdin 1
// A number is printed as a number, a string as a string, a pointer as a pointer.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == 's')
        printf("%d %s %p %c %%\n", c, "text", (void *)&c, c);
    printf("%ld %zu %hhd %hx %jd %td\n", (long)c, sizeof c, (signed char)c, (short)c, (intmax_t)c, (ptrdiff_t)c);
    return 0;
}
