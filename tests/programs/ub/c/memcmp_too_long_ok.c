// effigy: --sym-stdin 2
// memcmp is told the length of the shorter operand.
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char magic[4] = {'G', 'I', 'F', '8'};
    char head[2];
    if (fread(head, 1, 2, stdin) != 2)
        return 1;
    size_t length = head[0] == 'G' ? sizeof head : 1;
    return memcmp(head, magic, length) == 0;
}
