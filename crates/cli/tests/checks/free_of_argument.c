// effigy: --sym-args 1 --no-replay
// An argument of the program is freed (CWE-590).
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    if (argv[1][0] == 'f')
        free(argv[1]); //~ FINDING[invalid-free]
    return 0;
}
