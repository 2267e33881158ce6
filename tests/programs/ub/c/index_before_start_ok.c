// effigy: --sym-stdin 1
// Trimming blanks from the right stops at the start of the buffer.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(2);
    if (!line)
        return 1;
    line[0] = (char)getchar();
    line[1] = 0;
    int end = 1;
    while (end > 0 && line[end - 1] == ' ')
        end--;
    line[end] = 0;
    free(line);
    return 0;
}
