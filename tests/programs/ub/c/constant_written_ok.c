// effigy: --sym-stdin 1
// A const pointer is converted to change an object that was not defined const.
#include <stdio.h>

static int limits[2] = {10, 20};
static int mine[2] = {1, 2};

static void raise_to(const int *at, int value) {
    *(int *)at = value;
}

int main(void) {
    int c = getchar();
    raise_to(c & 1 ? &limits[1] : &mine[1], c);
    return limits[1] + mine[1] == 20;
}
