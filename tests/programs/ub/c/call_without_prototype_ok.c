// effigy: --sym-stdin 1 --cflags -w
// A function without a prototype is called with the arguments that its definition has.
#include <stdio.h>

int twice();

int main(void) {
    int c = getchar();
    if (c == 't')
        return twice(1);
    return twice(c);
}

int twice(int x) { return x & 1 ? 2 : 0; }
