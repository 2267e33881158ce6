// effigy: --sym-stdin 1
// unchecked: Overflow inside of an object
// A pointer to the first member is moved into the second (C17 6.5.6p8).
#include <stdio.h>

struct account {
    char name[4];
    char level;
};

int main(void) {
    struct account a = {"bob", 0};
    char *p = a.name;
    int i = getchar() % 5;
    p[i] = 'x';
    return a.level;
}
