// effigy: --sym-stdin 1
// fread filled less than was asked for, which is noticed.
#include <stdio.h>

int main(void) {
    unsigned char head[2];
    if (fread(head, 1, 2, stdin) != 2)
        return 2;
    if (head[0] == 'B' && head[1] == 'M')
        return 1;
    return 0;
}
