// effigy: --sym-stdin 1
// A call through an entry past the end of a table of functions.
#include <stdio.h>

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }

static int (*const actions[3])(int) = {up, down, up};

int main(void) {
    int c = getchar();
    return actions[c & 3](c) == 7; //~ FINDING[out-of-bounds]
}
