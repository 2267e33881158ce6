// effigy: --sym-stdin 1
// memset is told of one byte more than a structure has (C17 7.24.1p2; CWE-131).
#include <stdio.h>
#include <string.h>

struct entry {
    int id;
    char name[3];
};

int main(void) {
    struct entry e;
    memset(&e, 0, sizeof e + (getchar() == 1)); //~ FINDING[out-of-bounds]
    return e.id;
}
