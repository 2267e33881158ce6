// effigy: --sym-stdin 1
// A stream is closed once on every way out.
#include <stdio.h>

static int finish(FILE *out) { return fclose(out); }

int main(void) {
    if (getchar() == 'e')
        return finish(stdout);
    fprintf(stdout, "fine\n");
    return finish(stdout) ? 2 : 0;
}
