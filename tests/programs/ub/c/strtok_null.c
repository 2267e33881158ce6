// effigy: --sym-stdin 2
// The second token is not there (CWE-476).
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[3] = {0};
    if (fread(line, 1, 2, stdin) != 2)
        return 1;
    if (line[0] == ',' || line[0] == 0)
        return 2;
    char *key = strtok(line, ",");
    char *value = strtok(NULL, ",");
    return strlen(key) + strlen(value) == 2; //~ FINDING[null]
}
