// effigy: --no-replay
// A truth value that is made symbolic is 0 or 1; other types take every value.
#include <klee/klee.h>
#include <stdbool.h>
#include <stdlib.h>

struct flags { int n; bool on[2]; unsigned char raw; };

int main(void) {
    bool b;
    struct flags f;
    unsigned char c;
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&f, sizeof f, "f");
    klee_make_symbolic(&c, sizeof c, "c");
    if (c == 2 && f.raw == 2)
        return 3;
    return b + f.on[0] + f.on[1];
}
