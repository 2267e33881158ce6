// effigy: --sym-stdin 1 --cflags -Wno-format
// An int is printed as a long (C17 7.21.6.1). A native run does not show it.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == 0)
        printf("%ld\n", c); //~ FINDING[format]
    return 0;
}
