// effigy: --sym-stdin 1 --cflags -Wno-format
// The format asks for more arguments than there are (CWE-685). A native run does not show it.
#include <stdio.h>

int main(void) {
    int c = getchar();
    const char *format = c == 'x' ? "%d of %d\n" : "%d\n";
    printf(format, c); //~ FINDING[format]
    return 0;
}
