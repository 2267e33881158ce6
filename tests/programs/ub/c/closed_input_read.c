// effigy: --sym-stdin 2
// A read from a stream that was closed (C17 7.21.3p4). A native run does not show it.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == 'q')
        fclose(stdin);
    return getchar() == 'x'; //~ FINDING[use-after-free]
}
