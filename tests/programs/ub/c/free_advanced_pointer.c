// effigy: --sym-stdin 2
// The pointer that is freed was moved while blanks were skipped (CWE-761).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = calloc(3, 1);
    if (!text || fread(text, 1, 2, stdin) != 2)
        return 1;
    while (*text == ' ')
        text++;
    int first = *text;
    free(text); //~ FINDING[invalid-free]
    return first == 'a';
}
