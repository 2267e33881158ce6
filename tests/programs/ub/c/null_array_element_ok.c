// effigy: --sym-stdin 1
// The word after the last argument is compared with null.
#include <stdio.h>

int main(int argc, char **argv) {
    int i = getchar() == 'n' ? argc : 0;
    return argv[i] != NULL && argv[i][0] == '-';
}
