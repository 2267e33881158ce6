// effigy: --ub
// Characters of a static array and of a local one are read as numbers, whose alignment nobody asked for. A native run does not show it.
#include <stdint.h>

static char header[8] = {1, 0, 0, 0, 2, 0, 0, 0};

int main(void) {
    char local[8] = {3};
    int *first = (int *)local;
    int64_t *second = (int64_t *)header;
    if (header[0] == 1)
        return *first == 3; //~ FINDING[misaligned]
    return *second == 4;
}
