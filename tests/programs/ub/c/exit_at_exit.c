// effigy: --sym-stdin 1
// A function that runs at the exit calls exit (C17 7.22.4.4p2; CERT ENV32-C). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

static int failed;

static void finish(void) {
    if (failed)
        exit(3); //~ FINDING[bad-call]
}

int main(void) {
    atexit(finish);
    failed = getchar() == '!';
    return 0;
}
