// effigy: --sym-stdin 1
// A length that is no length is refused.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    signed char length = (signed char)getchar();
    if (length < 0)
        return 1;
    char *text = malloc((size_t)length + 1);
    if (!text)
        return 0;
    text[0] = 1;
    free(text);
    return 0;
}
