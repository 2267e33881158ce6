// effigy: --sym-stdin 1 --cflags -Wno-invalid-noreturn
// A function that was declared not to return does (C17 6.7.4p12).
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void give_up(int status) {
    if (status > 1)
        exit(status);
}

int main(void) {
    int c = getchar();
    if (c < 5)
        give_up(c); //~ FINDING[unreachable]
    return 0;
}
