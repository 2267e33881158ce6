// effigy: --sym-stdin 1
// A pointer is set anew in each turn of a loop; one to a variable outside of it lives on.
#include <stdio.h>

int main(void) {
    int first = 0;
    int *kept = &first;
    int n = getchar() & 3;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int row[4] = {i};
        int *current = row;
        *kept += 1;
        *current += first;
        sum += row[0];
    }
    return sum;
}
