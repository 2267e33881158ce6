// effigy: --sym-stdin 1
// A pointer to a variable of an inner block is used after the block.
#include <stdio.h>

int main(void) {
    int outer = 1;
    int *p = &outer;
    int c = getchar();
    if (c & 1) {
        int inner = c;
        p = &inner;
    }
    return *p; //~ FINDING[use-after-scope]
}
