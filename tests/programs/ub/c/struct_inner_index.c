// effigy: --sym-stdin 1
// An index past an array inside of a structure stays in the structure (CWE-787).
#include <stdio.h>

struct record {
    char name[4];
    int id;
};

int main(void) {
    struct record r = {{0}, 7};
    int i = getchar() & 7;
    r.name[i] = 1; //~ FINDING[out-of-bounds]
    return r.id == 7;
}
