// effigy: --sym-stdin 1
// The result of a scan that matched nothing is used (CWE-665).
#include <stdio.h>

int main(void) {
    char text[2] = {(char)getchar(), 0};
    int n;
    sscanf(text, "%d", &n);
    if (n > 5) //~ FINDING[uninitialised]
        return 1;
    return 0;
}
