// effigy: --sym-stdin 1
// A structure is copied with a member that has no value, which nobody looks at.
#include <stdio.h>

struct pair {
    int a, b;
};

int main(void) {
    struct pair x;
    x.a = getchar();
    struct pair y = x;
    if (y.a != 3)
        y.b = 0;
    return y.a == 3 || y.b ? 1 : 0;
}
