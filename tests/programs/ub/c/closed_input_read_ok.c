// effigy: --sym-stdin 2
// A stream is closed, and nothing is read from it afterwards; the others stay open.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == 'q') {
        fclose(stdin);
        puts("closed");
        return 1;
    }
    return getchar() == 'x';
}
