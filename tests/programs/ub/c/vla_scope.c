// effigy: --sym-stdin 1
// An array of variable length is read after its block (C17 6.2.4p7). A native run does not show it.
#include <stdio.h>

int main(void) {
    char fixed[2] = {1, 2};
    char *p = fixed;
    int n = (getchar() & 3) + 1;
    if (n > 2) {
        char copy[n];
        copy[0] = fixed[1];
        p = copy;
    }
    return p[0]; //~ FINDING[use-after-scope]
}
