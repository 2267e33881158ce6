// effigy: --sym-stdin 1
// A pointer from the turn of a loop before is written through while the variable lives again (C17 6.2.4p6). A native run does not show it.
#include <stdio.h>

int main(void) {
    int *kept = NULL;
    int n = getchar() & 3;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int row[4] = {i};
        if (i == 0)
            kept = row;
        if (i == 2)
            *kept = 1; //~ FINDING[use-after-scope]
        sum += row[0];
    }
    return sum;
}
