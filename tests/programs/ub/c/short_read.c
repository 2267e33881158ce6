// effigy: --sym-stdin 1
// fread filled less than was asked for, and the rest decides (CWE-457).
#include <stdio.h>

int main(void) {
    unsigned char head[2];
    size_t n = fread(head, 1, 2, stdin);
    if (n == 0)
        return 2;
    if (head[0] == 'B' && head[1] == 'M') //~ FINDING[uninitialised]
        return 1;
    return 0;
}
