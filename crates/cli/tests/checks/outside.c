// effigy: --no-replay
// Weak symbols that nobody defines are null; a definition of one's own is what runs.
#include <klee/klee.h>
#include <stdlib.h>

extern int maybe(void) __attribute__((weak));
extern int known __attribute__((weak));
void __VERIFIER_error(void) { exit(4); }

int main(void) {
    int c;
    klee_make_symbolic(&c, sizeof c, "c");
    if (c == 1)
        __VERIFIER_error();
    if (maybe || &known)
        abort();
    if (c == 2)
        return maybe(); //~ FINDING[null]
    return 0;
}
