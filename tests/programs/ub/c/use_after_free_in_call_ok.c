// effigy: --sym-stdin 1
// A library function is given a live string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("key=value");
    if (!s)
        return 1;
    int c = getchar();
    int n = c == '\n' ? 0 : strchr(s, '=') != NULL;
    free(s);
    return n;
}
