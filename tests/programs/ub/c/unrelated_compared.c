// effigy: --sym-stdin 1
// Pointers to different objects are ordered (C17 6.5.8p5).
#include <stdio.h>

static int first, second;

int main(void) {
    int *p = getchar() == 'x' ? &first : &second;
    return p < &second; //~ FINDING[unrelated-pointers]
}
