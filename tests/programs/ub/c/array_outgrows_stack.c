// effigy: --sym-stdin 1
// The size of an array of variable length comes from the input (CWE-789).
#include <stdio.h>

int main(void) {
    size_t last = (size_t)getchar() << 17;
    char rows[last + 1]; //~ FINDING[stack-overflow]
    rows[last] = 1;
    return rows[last];
}
