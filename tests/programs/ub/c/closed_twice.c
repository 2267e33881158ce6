// effigy: --sym-stdin 1
// A stream is closed a second time on the way out (C17 7.21.3p4; CWE-1341). A native run does not show it.
#include <stdio.h>

static int finish(FILE *out) { return fclose(out); } //~ FINDING[use-after-free]

int main(void) {
    int failed = getchar() == 'e' && finish(stdout);
    return finish(stdout) || failed;
}
