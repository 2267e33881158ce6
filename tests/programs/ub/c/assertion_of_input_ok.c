// effigy: --sym-stdin 1
// Input is checked before it is asserted.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int version = getchar();
    if (version > 3)
        return 9;
    assert(version <= 3);
    return version;
}
