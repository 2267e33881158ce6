// effigy: --sym-stdin 4
// strncat is told what is left of the array without the terminator.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    char line[6] = "a:";
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    strncat(line, word, sizeof line - strlen(line) - 1);
    return line[2] == 'x';
}
