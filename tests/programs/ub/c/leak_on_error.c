// effigy: --sym-stdin 1 --leaks
// The way out on an error forgets a block (CWE-401).
#include <stdio.h>
#include <stdlib.h>

static int handle(int c) {
    char *copy = malloc(4); //~ FINDING[leak]
    if (!copy)
        return 1;
    if (c >= 0x80)
        return 2;
    copy[0] = (char)c;
    int first = copy[0];
    free(copy);
    return first == 'a';
}

int main(void) {
    return handle(getchar());
}
