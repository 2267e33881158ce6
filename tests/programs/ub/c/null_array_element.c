// effigy: --sym-stdin 1
// The word after the last argument is a null pointer, not a string (C17 5.1.2.2.1).
#include <stdio.h>

int main(int argc, char **argv) {
    int i = getchar() == 'n' ? argc : 0;
    return argv[i][0] == '-'; //~ FINDING[null]
}
