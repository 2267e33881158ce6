// effigy: --sym-stdin 1
// A member of a packed structure is read by its name.
#include <stdio.h>

struct __attribute__((packed)) wire {
    char tag;
    int value;
};

static int load(const int *p) {
    return *p;
}

int main(void) {
    static _Alignas(8) struct wire w = {'a', 5};
    static int plain = 6;
    return getchar() == 'w' ? w.value : load(&plain);
}
