// effigy: --sym-stdin 1
// A structure is assigned to one that overlaps it inside of a union (C17 6.5.16.1).
#include <stdio.h>
#include <string.h>

struct four {
    int v[4];
};

int main(void) {
    int cells[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int at = getchar() & 3;
    if (at == 0)
        return 0;
    memcpy(&cells[at], &cells[0], sizeof(struct four)); //~ FINDING[overlap]
    return cells[7];
}
