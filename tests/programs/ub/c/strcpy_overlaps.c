// effigy: --sym-stdin 2
// Leading blanks are removed by strcpy within one string (C17 7.24.2.3).
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[3] = {0};
    if (fread(line, 1, 2, stdin) != 2)
        return 1;
    char *start = line;
    while (*start == ' ')
        start++;
    if (start != line)
        strcpy(line, start); //~ FINDING[overlap]
    return line[0] == 'x';
}
