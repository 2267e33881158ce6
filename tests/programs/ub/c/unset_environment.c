// effigy: --sym-stdin 1
// getenv of a variable that is not set gives null (C17 7.22.4.6p4; CWE-476).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *level = getenv("LEVEL_THAT_NOBODY_SETS");
    if (getchar() == 'e')
        return strncmp(level, "a", 1); //~ FINDING[null]
    return 0;
}
