// effigy: --sym-stdin 1
// A pointer to a variable of an earlier turn of the loop.
#include <stdio.h>

int main(void) {
    int *best = NULL;
    int n = getchar() & 3;
    for (int i = 0; i < n; i++) {
        int score = i * 2;
        if (i == 1)
            best = &score;
    }
    return best ? *best : 0; //~ FINDING[use-after-scope]
}
