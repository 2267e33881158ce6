// effigy: --sym-stdin 1
// An array is filled up to a count and searched up to it; the rest may be copied.
#include <stdio.h>
#include <string.h>

int main(void) {
    int v[4], w[4];
    int n = getchar() & 3;
    for (int i = 0; i < n; i++)
        v[i] = i;
    memcpy(w, v, sizeof w);
    for (int i = 0; i < n; i++)
        if (w[i] == 9)
            return 1;
    return 0;
}
