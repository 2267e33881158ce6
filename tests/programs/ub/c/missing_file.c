// effigy: --sym-stdin 1
// A stream that was not opened is read (C17 7.21.5.3p8; CWE-252).
#include <stdio.h>

int main(void) {
    FILE *in = fopen("/nonexistent/file", "r");
    if (getchar() == 3)
        return fgetc(in); //~ FINDING[null]
    return 0;
}
