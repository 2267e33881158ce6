// effigy: --sym-stdin 1 --malloc-may-fail
// The result of strdup is used without a look (CWE-690). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[2] = {(char)getchar(), 0};
    char *copy = strdup(text);
    int upper = 0;
    if (text[0] == 'u')
        upper = copy[0] == 'U'; //~ FINDING[null]
    free(copy);
    return upper;
}
