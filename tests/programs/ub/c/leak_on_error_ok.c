// effigy: --sym-stdin 1 --leaks
// The way out on an error frees a block too.
#include <stdio.h>
#include <stdlib.h>

static int handle(int c) {
    char *copy = malloc(4);
    int result = 2;
    if (!copy)
        return 1;
    if (c >= 0x80)
        goto out;
    copy[0] = (char)c;
    result = copy[0] == 'a';
out:
    free(copy);
    return result;
}

int main(void) {
    return handle(getchar());
}
