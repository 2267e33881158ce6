// effigy: --sym-stdin 4
// A word of the input is copied into a shorter array (CWE-120).
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    char name[4];
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    strcpy(name, word); //~ FINDING[out-of-bounds]
    return name[0] == 'x';
}
