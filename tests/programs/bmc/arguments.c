// bmc 4 --sym-args 2: failed
// bmc 4: proved
// The answer depends on how the program is called.
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc < 2 || argv[1][0] != 'x');
    return 0;
}
