// effigy: --sym-stdin 1
// What says that nothing was found is looked at first.
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
    int place = find(getchar() & 15);
    if (place >= 0)
        counts[place]++;
    return counts[0];
}
