// effigy: --sym-args 1 --no-replay
// What the compiler is told to assume; values that a type does not have.
#include <stdbool.h>
#include <string.h>

int main(int argc, char **argv) {
    int c = argv[1][0];
    __builtin_assume(c != 'a'); //~ FINDING[unreachable]: assumption
    bool b = true;
    if (c >= 'c' && c <= 'e') {
        unsigned char bits = c - 'c';
        memcpy(&b, &bits, 1);
    }
    return b; //~ FINDING[invalid-value]
}
