// Something outside of the program could change `ready` between the two reads.
#include <assert.h>

static volatile int ready;

int main(void) {
    if (ready == 0)
        assert(ready == 0);
    return 0;
}
