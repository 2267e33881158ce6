// effigy: --sym-stdin 1 --cflags -w
// A function without a prototype is called with fewer arguments than its definition has (C17 6.5.2.2p6). A native run does not show it.
#include <stdio.h>

int twice();

int main(void) {
    int c = getchar();
    if (c == 't')
        return twice(); //~ FINDING[bad-call]
    return twice(c);
}

int twice(int x) { return x & 1 ? 2 : 0; }
