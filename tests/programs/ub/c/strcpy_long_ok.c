// effigy: --sym-stdin 4
// A word of the input is copied when it fits.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    char name[4];
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    if (strlen(word) >= sizeof name)
        return 2;
    strcpy(name, word);
    return name[0] == 'x';
}
