// effigy: --sym-stdin 1
// A function that was declared not to return never does.
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void give_up(int status) {
    if (status > 1)
        exit(status);
    exit(1);
}

int main(void) {
    int c = getchar();
    if (c < 5)
        give_up(c);
    return 0;
}
