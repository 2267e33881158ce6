// effigy: --sym-stdin 4
// strncpy of a source that fills the buffer leaves it without a terminator (CWE-170).
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {0};
    char name[4];
    if (fread(word, 1, 4, stdin) != 4)
        return 1;
    strncpy(name, word, sizeof name);
    return (int)strlen(name); //~ FINDING[out-of-bounds]
}
