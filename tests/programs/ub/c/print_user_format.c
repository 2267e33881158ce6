// effigy: --sym-stdin 2 --cflags -Wno-format-security
// The input is the format (CWE-134). A native run does not show it.
#include <stdio.h>

int main(void) {
    char text[3] = {0};
    if (fread(text, 1, 2, stdin) != 2)
        return 1;
    if (text[0] != '%' || text[1] < 'c' || text[1] > 'd')
        return 2;
    printf(text); //~ FINDING[format]
    return 0;
}
