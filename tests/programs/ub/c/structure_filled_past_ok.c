// effigy: --sym-stdin 1
// memset of a structure with its padding.
#include <stdio.h>
#include <string.h>

struct entry {
    int id;
    char name[3];
};

int main(void) {
    struct entry e;
    memset(&e, getchar() == 1, sizeof e);
    return e.id == 0;
}
