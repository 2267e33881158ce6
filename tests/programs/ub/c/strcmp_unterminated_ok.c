// effigy: --sym-stdin 3
// An array of bytes that holds no terminator is compared up to its length.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[3];
    if (fread(word, 1, 3, stdin) != 3)
        return 1;
    return strncmp(word, "yes", sizeof word) == 0;
}
