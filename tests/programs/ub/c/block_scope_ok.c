// effigy: --sym-stdin 1
// A pointer to a variable of an inner block is used inside of it.
#include <stdio.h>

int main(void) {
    int outer = 1;
    int result = outer;
    int c = getchar();
    if (c & 1) {
        int inner = c;
        int *p = &inner;
        result = *p;
    }
    return result;
}
