// effigy: --sym-stdin 1
// An assertion is used to check input (CWE-617).
#include <assert.h>
#include <stdio.h>

int main(void) {
    int version = getchar();
    assert(version <= 3); //~ FINDING[assertion]
    return version;
}
