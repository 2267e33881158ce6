// effigy: --sym-stdin 4
// The copy of a string has room for its terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    char *copy = malloc(strlen(word) + 1);
    if (!copy)
        return 1;
    strcpy(copy, word);
    int first = copy[0];
    free(copy);
    return first == 'x';
}
