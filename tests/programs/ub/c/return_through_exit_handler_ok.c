// effigy: --sym-stdin 1
// A function that runs at exit uses an object of static storage; exit keeps main's variables alive.
#include <stdio.h>
#include <stdlib.h>

static int *shared;
static int total = 4;

static void report(void) {
    if (*shared > 9)
        fputs("many\n", stdout);
}

int main(void) {
    int count = getchar();
    shared = count > 100 ? &count : &total;
    atexit(report);
    exit(0);
}
