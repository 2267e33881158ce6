// effigy: --sym-stdin 4
// The last byte is set after strncpy.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    char name[4];
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    strncpy(name, word, sizeof name);
    name[sizeof name - 1] = 0;
    return (int)strlen(name);
}
