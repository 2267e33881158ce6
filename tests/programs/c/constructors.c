// effigy: --sym-args 1
// Constructors run before `main`, those with a number first, and are given its arguments; one ends at a breakpoint that nobody is there for.
#include <assert.h>

static int count, order;

__attribute__((constructor)) static void late(int argc, char **argv) {
    count = argc;
    order = order * 10 + 2;
    if (argc > 1 && argv[1][0] == '!')
        __builtin_debugtrap(); //~ FINDING[abort]
}

__attribute__((constructor(200))) static void early(void) { order = 1; }

int main(int argc, char **argv) {
    assert(count == argc);
    assert(order == 12);
    assert(argc < 2 || argv[1][0] != '?'); //~ FINDING[assertion]
    return 0;
}
