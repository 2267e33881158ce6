// effigy: --sym-stdin 1 --cflags -w
// A function without parameters is called with an argument (C17 6.5.2.2p6). A native run does not show it.
#include <stdio.h>

static int count(void) { return 2; }
static int twice(int n) { return n << 1 & 3; }

int main(void) {
    int c = getchar();
    int (*use)() = c == 'n' ? count : twice;
    return use(c); //~ FINDING[bad-call]
}
