// effigy: --sym-stdin 4
// strncat is told the size of the array and not what is left of it (CWE-193).
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    char line[6] = "a:";
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    strncat(line, word, sizeof line - strlen(line)); //~ FINDING[out-of-bounds]
    return line[2] == 'x';
}
