// effigy: --sym-stdin 1 --cflags -w
// Functions with and without parameters behind pointers without a list of them, each called as it is.
#include <stdio.h>

static int count(void) { return 2; }
static int twice(int n) { return n << 1 & 3; }

int main(void) {
    int c = getchar();
    int (*use)() = c == 'n' ? count : twice;
    return c == 'n' ? use() : use(c);
}
