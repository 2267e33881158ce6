// effigy: --sym-stdin 2
// Another pointer is moved while blanks are skipped.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = calloc(3, 1);
    if (!text || fread(text, 1, 2, stdin) != 2)
        return 1;
    char *p = text;
    while (*p == ' ')
        p++;
    int first = *p;
    free(text);
    return first == 'a';
}
