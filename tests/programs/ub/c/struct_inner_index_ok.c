// effigy: --sym-stdin 1
// Every index lies in the array inside of the structure.
#include <stdio.h>

struct record {
    char name[8];
    int id;
};

int main(void) {
    struct record r = {{0}, 7};
    int i = getchar() & 7;
    r.name[i] = 1;
    return r.id == 7;
}
