// effigy: --sym-stdin 1
// A block on the stack is written one element too far.
#include <alloca.h>
#include <stdio.h>

int main(void) {
    int n = (getchar() & 1) + 2;
    char *p = alloca(3);
    for (int i = 0; i <= n; i++)
        p[i] = (char)i; //~ FINDING[out-of-bounds]
    return p[0];
}
