// effigy: --sym-stdin 1
// A structure is copied with a member that has no value, and the copy decides (C17 6.2.6.1p6).
#include <stdio.h>

struct pair {
    int a, b;
};

int main(void) {
    struct pair x;
    x.a = getchar();
    struct pair y = x;
    return y.a == 3 && y.b ? 1 : 0; //~ FINDING[uninitialised]
}
