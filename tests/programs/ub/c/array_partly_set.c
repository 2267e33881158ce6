// effigy: --sym-stdin 1
// An array is filled up to a count and searched beyond it (CWE-457).
#include <stdio.h>

int main(void) {
    int v[4];
    int n = getchar() & 3;
    for (int i = 0; i < n; i++)
        v[i] = i;
    for (int i = 0; i < 3; i++)
        if (v[i] == 9) //~ FINDING[uninitialised]
            return 1;
    return 0;
}
