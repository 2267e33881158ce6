// effigy: --sym-stdin 2 --cflags -Wno-format
// A long is scanned into an int (CWE-686; C17 7.21.6.2).
#include <stdio.h>

int main(void) {
    char text[3] = {0};
    if (fread(text, 1, 2, stdin) != 2 || text[0] != '7')
        return 1;
    int n = 0;
    return sscanf(text, "%ld", &n) == 1; //~ FINDING[out-of-bounds]
}
