// effigy: --sym-stdin 1
// A global pointer outlives the frame that it points into (C17 J.2: the lifetime of an object).
#include <stdio.h>

static int fallback = 1;
static int *setting = &fallback;

static void configure(int c) {
    int value = c;
    if (c > 200)
        setting = &value;
}

int main(void) {
    configure(getchar());
    return *setting; //~ FINDING[use-after-scope]
}
