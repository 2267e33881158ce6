// effigy: --sym-stdin 1
// The product of count and size wraps, so too little is allocated (CWE-190, CWE-680).
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uint32_t count = getchar() == 'h' ? 0x40000001u : 2u;
    uint32_t bytes = count * (uint32_t)sizeof(int);
    int *v = malloc(bytes);
    if (!v)
        return 1;
    for (uint32_t i = 0; i < count && i < 4; i++)
        v[i] = 0; //~ FINDING[out-of-bounds]
    free(v);
    return 0;
}
