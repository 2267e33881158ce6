// effigy: --sym-stdin 1
// A copy of a string is appended to it.
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8] = "ab", b[8] = "cd";
    if (getchar() == 's')
        memcpy(b, a, sizeof b);
    strcat(a, b);
    return a[2] == 'c';
}
