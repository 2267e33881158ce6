// effigy: --sym-stdin 1
// A global pointer points to an object of static storage.
#include <stdio.h>

static int fallback = 1;
static int *setting = &fallback;

static void configure(int c) {
    static int value;
    value = c;
    if (c > 200)
        setting = &value;
}

int main(void) {
    configure(getchar());
    return *setting;
}
