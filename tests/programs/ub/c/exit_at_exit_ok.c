// effigy: --sym-stdin 1
// A function that runs at the exit ends the program by _Exit.
#include <stdio.h>
#include <stdlib.h>

static int failed;

static void finish(void) {
    if (failed)
        _Exit(3);
}

int main(void) {
    atexit(finish);
    failed = getchar() == '!';
    exit(0);
}
