// effigy: --ub
// The same, but the arrays are aligned as numbers are.
#include <stdint.h>

static _Alignas(int64_t) char header[8] = {1, 0, 0, 0, 2, 0, 0, 0};

int main(void) {
    _Alignas(int) char local[8] = {3};
    int *first = (int *)local;
    int64_t *second = (int64_t *)header;
    if (header[0] == 1)
        return *first == 3;
    return *second == 4;
}
