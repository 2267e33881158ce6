// effigy: --sym-args 1
// A constructor is given the system's arguments, also where `main` takes none.
#include <assert.h>

static int count;
static char first;

__attribute__((constructor)) static void note(int argc, char **argv, char **envp) {
    count = argc;
    first = argc > 1 ? argv[1][0] : 0;
    assert(envp != 0);
}

int main(void) {
    assert(count == 2);
    assert(first != '?'); //~ FINDING[assertion]
    return 0;
}
