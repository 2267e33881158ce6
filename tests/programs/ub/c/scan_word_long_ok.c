// effigy: --sym-stdin 4
// A word is scanned with a width.
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%3s", word) != 1)
        return 2;
    return word[0] == 'x';
}
