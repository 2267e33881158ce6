// effigy: --sym-stdin 1
// The text of an error is changed past its end (C17 7.24.6.2p3).
#include <stdio.h>
#include <string.h>

int main(void) {
    int n = getchar();
    char *reason = strerror(n & 1);
    if (n == 7)
        reason[60] = 'x'; //~ FINDING[out-of-bounds]
    return reason[0] != 0;
}
