// effigy: --sym-stdin 1
// An int is converted to a long before it is printed.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == 0)
        printf("%ld %lld %u\n", (long)c, (long long)c, (unsigned)c);
    return 0;
}
