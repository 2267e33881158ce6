// effigy: --sym-stdin 1
// The pointer is cleared after the error path freed it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(8);
    if (!buffer)
        return 1;
    int c = getchar();
    int failed = c >= 0x80;
    if (failed) {
        free(buffer);
        buffer = NULL;
    }
    free(buffer);
    return failed;
}
