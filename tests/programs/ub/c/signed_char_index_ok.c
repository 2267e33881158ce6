// effigy: --sym-stdin 1
// The index is an unsigned char.
#include <stdio.h>

static const unsigned char classes[256] = {['a'] = 1, ['b'] = 1};

int main(void) {
    char c = (char)getchar();
    return classes[(unsigned char)c];
}
