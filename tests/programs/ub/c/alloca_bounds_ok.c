// effigy: --sym-stdin 1
// A block on the stack is written up to its end.
#include <alloca.h>
#include <stdio.h>

int main(void) {
    int n = (getchar() & 1) + 2;
    char *p = alloca(3);
    for (int i = 0; i < n; i++)
        p[i] = (char)i;
    return p[0];
}
