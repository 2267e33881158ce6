// effigy: --sym-stdin 1
// unchecked: Lives of compound literals in C
// A compound literal lives as long as its block (C17 6.5.2.5p5).
#include <stdio.h>

struct pair {
    int a, b;
};

int main(void) {
    static struct pair fixed = {1, 2};
    struct pair *p = &fixed;
    int c = getchar();
    if (c == 0) {
        p = &(struct pair){c, 4};
    }
    return p->b == 4;
}
