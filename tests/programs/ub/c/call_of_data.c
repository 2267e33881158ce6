// effigy: --sym-stdin 1
// A pointer to data is called (CWE-758).
#include <stdint.h>
#include <stdio.h>

static int word = 0x55;
static int one(void) { return 1; }

int main(void) {
    uintptr_t target = getchar() == 'd' ? (uintptr_t)&word : (uintptr_t)one;
    return ((int (*)(void))target)(); //~ FINDING[bad-call]
}
