// effigy: --sym-stdin 1
// Arrays of variable length come and go in a loop, more than the stack holds at once, and one that lives on.
#include <stdio.h>

int main(void) {
    int n = (getchar() & 3) + 1;
    char kept[n];
    kept[0] = 7;
    for (int turn = 0; turn < 40; turn++) {
        char large[n * 100000];
        large[turn] = (char)turn;
        if (large[turn] != turn)
            return 2;
    }
    return kept[0] == 7;
}
