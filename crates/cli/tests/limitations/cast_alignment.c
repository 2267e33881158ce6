// The second pair lies at an address that is not a multiple of 4, and is read as an `unsigned`.
#include <assert.h>

struct pair {
    unsigned char kind, length;
    unsigned char text[4];
};

int main(void) {
    _Alignas(4) struct pair pairs[2] = {{1, 2, "abc"}, {1, 2, "abc"}};
    assert(*(unsigned *)&pairs[0] == *(unsigned *)&pairs[1]);
    return 0;
}
