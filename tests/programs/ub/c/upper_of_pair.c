// effigy: --sym-stdin 2
// toupper of more than one character (C17 7.4p1). A native run does not show it.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int high = getchar();
    int low = getchar();
    int pair = high > 'x' ? high << 8 | low : low;
    return toupper(pair) == 'A'; //~ FINDING[invalid-value]
}
