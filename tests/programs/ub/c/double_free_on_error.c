// effigy: --sym-stdin 1
// The error path frees what the common path frees again (CWE-415).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(8);
    if (!buffer)
        return 1;
    int c = getchar();
    int failed = c >= 0x80;
    if (failed)
        free(buffer);
    free(buffer); //~ FINDING[double-free]
    return failed;
}
