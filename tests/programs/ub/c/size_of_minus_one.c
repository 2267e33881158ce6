// effigy: --sym-stdin 1
// A length of minus one and one byte for the end make nothing (CWE-195). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    signed char length = (signed char)getchar();
    char *text = malloc((size_t)length + 1);
    if (!text)
        return 0;
    text[0] = 1; //~ FINDING[out-of-bounds]
    free(text);
    return 0;
}
