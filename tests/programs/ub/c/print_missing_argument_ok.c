// effigy: --sym-stdin 1 --cflags -Wno-format
// More arguments than the format asks for are evaluated and ignored.
#include <stdio.h>

int main(void) {
    int c = getchar();
    const char *format = c == 'x' ? "%d of %d\n" : "%d\n";
    printf(format, c, 255);
    return 0;
}
