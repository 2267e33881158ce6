// effigy: --sym-stdin 1
// What says that nothing was found is used as an index (CWE-129).
#include <stdio.h>

static int find(int wanted) {
    static const int known[3] = {7, 8, 9};
    for (int i = 0; i < 3; i++)
        if (known[i] == wanted)
            return i;
    return -1;
}

int main(void) {
    int counts[3] = {0};
    counts[find(getchar() & 15)]++; //~ FINDING[out-of-bounds]
    return counts[0];
}
