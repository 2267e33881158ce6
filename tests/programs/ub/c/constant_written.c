// effigy: --sym-stdin 1
// An object that was defined const is changed (C17 6.7.3p6).
#include <stdio.h>

static const int limits[2] = {10, 20};
static int mine[2] = {1, 2};

static void raise_to(const int *at, int value) {
    *(int *)at = value; //~ FINDING[out-of-bounds]
}

int main(void) {
    int c = getchar();
    raise_to(c & 1 ? &limits[1] : &mine[1], c);
    return limits[1] + mine[1] == 20;
}
