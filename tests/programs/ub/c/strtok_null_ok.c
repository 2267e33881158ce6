// effigy: --sym-stdin 2
// A token that is not there is noticed.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[3] = {0};
    if (fread(line, 1, 2, stdin) != 2)
        return 1;
    char *key = strtok(line, ",");
    char *value = key ? strtok(NULL, ",") : NULL;
    return value != NULL && strlen(value) == 1;
}
