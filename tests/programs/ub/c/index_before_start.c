// effigy: --sym-stdin 1
// Trimming blanks from the right of an all-blank line reads before the buffer (CWE-127).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(2);
    if (!line)
        return 1;
    line[0] = (char)getchar();
    line[1] = 0;
    int end = 1;
    while (line[end - 1] == ' ') //~ FINDING[out-of-bounds]
        end--;
    line[end] = 0;
    free(line);
    return 0;
}
