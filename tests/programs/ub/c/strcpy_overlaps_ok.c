// effigy: --sym-stdin 2
// Leading blanks are removed by memmove within one string.
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
        memmove(line, start, strlen(start) + 1);
    return line[0] == 'x';
}
