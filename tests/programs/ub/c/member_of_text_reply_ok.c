// effigy: --sym-stdin 1
// The text of an error is copied as far as there is room.
#include <stdio.h>
#include <string.h>

int main(void) {
    int n = getchar();
    char reason[61] = "";
    strncpy(reason, strerror(n & 1), 60);
    if (n == 7)
        reason[60] = 'x';
    return reason[0] != 0;
}
