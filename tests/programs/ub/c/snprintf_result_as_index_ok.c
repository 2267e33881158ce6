// effigy: --sym-stdin 1
// The length that snprintf answers is compared with the size.
#include <stdio.h>

int main(void) {
    char text[4];
    int n = snprintf(text, sizeof text, "%d:", getchar());
    if (n < 0 || (size_t)n >= sizeof text)
        return 1;
    text[n] = 0;
    return 0;
}
