// effigy: --sym-stdin 3
// The result of a search is followed when it found something.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4] = {0};
    if (fread(line, 1, 3, stdin) != 3)
        return 1;
    char *equals = strchr(line, '=');
    if (equals)
        *equals = 0;
    return line[0] == 0;
}
