// effigy: --sym-stdin 1
// An empty entry of a table of functions is called.
#include <stdio.h>

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }

static int (*const actions[4])(int) = {up, down, NULL, up};

int main(void) {
    int c = getchar();
    return actions[c & 3](c) == 7; //~ FINDING[null]
}
