// effigy: --sym-stdin 1
// A plain char above 127 is a negative index (CWE-839).
#include <stdio.h>

static const unsigned char classes[256] = {['a'] = 1, ['b'] = 1};

int main(void) {
    char c = (char)getchar();
    return classes[(int)c]; //~ FINDING[out-of-bounds]
}
