// effigy: --sym-stdin 1
// getenv of a variable that is not set: a default takes its place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *level = getenv("LEVEL_THAT_NOBODY_SETS");
    if (!level)
        level = "a";
    if (getchar() == 'e')
        return strncmp(level, "a", 1);
    return 0;
}
