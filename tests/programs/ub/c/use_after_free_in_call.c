// effigy: --sym-stdin 1
// A library function is given a freed string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("key=value");
    if (!s)
        return 1;
    int c = getchar();
    if (c == '\n')
        free(s);
    int n = strchr(s, '=') != NULL; //~ FINDING[use-after-free]
    if (c != '\n')
        free(s);
    return n;
}
