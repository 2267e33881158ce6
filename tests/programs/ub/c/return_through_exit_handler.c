// effigy: --sym-stdin 1
// A function that runs at exit uses a local variable of main (C17 7.22.4.4).
#include <stdio.h>
#include <stdlib.h>

static int *shared;
static int total = 4;

static void report(void) {
    if (*shared > 9) //~ FINDING[use-after-scope]
        fputs("many\n", stdout);
}

int main(void) {
    int count = getchar();
    shared = count > 100 ? &count : &total;
    atexit(report);
    return 0;
}
