// effigy: --sym-stdin 1
// The result of a scan is used when it matched.
#include <stdio.h>

int main(void) {
    char text[2] = {(char)getchar(), 0};
    int n;
    if (sscanf(text, "%d", &n) != 1)
        return 2;
    if (n > 5)
        return 1;
    return 0;
}
