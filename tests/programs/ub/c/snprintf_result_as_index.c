// effigy: --sym-stdin 1
// snprintf answers the length that would have been written, which may lie outside (CWE-253).
#include <stdio.h>

int main(void) {
    char text[4];
    int n = snprintf(text, sizeof text, "%d:", getchar());
    text[n] = 0; //~ FINDING[out-of-bounds]
    return 0;
}
