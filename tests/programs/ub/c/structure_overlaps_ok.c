// effigy: --sym-stdin 1
// A structure is copied by way of a third.
#include <stdio.h>
#include <string.h>

struct four {
    int v[4];
};

int main(void) {
    int cells[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int at = getchar() & 3;
    struct four middle;
    memcpy(&middle, &cells[0], sizeof middle);
    memcpy(&cells[at], &middle, sizeof middle);
    return cells[7];
}
