// effigy: --sym-stdin 1
// A stream that was not opened is left alone.
#include <stdio.h>

int main(void) {
    FILE *in = fopen("/nonexistent/file", "r");
    if (in && getchar() == 3)
        return fgetc(in);
    return 0;
}
