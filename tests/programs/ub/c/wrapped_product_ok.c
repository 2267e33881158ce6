// effigy: --sym-stdin 1
// A product that would wrap is refused.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uint32_t count = getchar() == 'h' ? 0x40000001u : 2u;
    if (count > UINT32_MAX / sizeof(int))
        return 1;
    uint32_t bytes = count * (uint32_t)sizeof(int);
    int *v = malloc(bytes);
    if (!v)
        return 1;
    for (uint32_t i = 0; i < count && i < 4; i++)
        v[i] = 0;
    free(v);
    return 0;
}
