// effigy: --sym-stdin 4 --no-replay
// A word without a width is scanned into a small array (CWE-120). A native run does not show it.
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%s", word) != 1) //~ FINDING[out-of-bounds]
        return 2;
    return word[0] == 'x';
}
