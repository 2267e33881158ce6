// effigy: --sym-stdin 1 --cflags -Wno-address-of-packed-member
// The address of a member of a packed structure is used as that of an aligned int.
#include <stdio.h>

struct __attribute__((packed)) wire {
    char tag;
    int value;
};

static int load(const int *p) {
    return *p; //~ FINDING[misaligned]
}

int main(void) {
    static _Alignas(8) struct wire w = {'a', 5};
    static int plain = 6;
    return load(getchar() == 'w' ? &w.value : &plain);
}
