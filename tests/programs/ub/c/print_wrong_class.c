// effigy: --sym-stdin 1 --cflags -Wno-format
// A number is printed as a string (CWE-686; C17 7.21.6.1).
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == 's')
        printf("%s\n", c); //~ FINDING[format]
    return 0;
}
