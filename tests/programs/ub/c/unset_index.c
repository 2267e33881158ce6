// effigy: --sym-stdin 1
// An index without a value.
#include <stdio.h>

static const char table[4] = "abc";

int main(void) {
    unsigned i;
    int c = getchar();
    if (c < 128)
        i = 2;
    return table[i & 3]; //~ FINDING[uninitialised]
}
