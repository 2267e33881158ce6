// effigy: --sym-stdin 4
// The copy of a string has no room for its terminator (CWE-131).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    if (word[0] == 0)
        return 0;
    char *copy = malloc(strlen(word));
    if (!copy)
        return 1;
    strcpy(copy, word); //~ FINDING[out-of-bounds]
    int first = copy[0];
    free(copy);
    return first == 'x';
}
