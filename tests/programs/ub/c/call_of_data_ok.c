// effigy: --sym-stdin 1
// A pointer to a function is kept in an integer and called.
#include <stdint.h>
#include <stdio.h>

static int two(void) { return 2; }
static int one(void) { return 1; }

int main(void) {
    uintptr_t target = getchar() == 'd' ? (uintptr_t)two : (uintptr_t)one;
    return ((int (*)(void))target)();
}
