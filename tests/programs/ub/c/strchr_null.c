// effigy: --sym-stdin 3
// The result of a search that found nothing is followed (CWE-476).
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4] = {0};
    if (fread(line, 1, 3, stdin) != 3)
        return 1;
    char *equals = strchr(line, '=');
    *equals = 0; //~ FINDING[null]
    return line[0] == 0;
}
