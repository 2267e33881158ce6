// effigy: --sym-stdin 1
// The size of a pointer parameter is taken for that of the array (CWE-467).
#include <stdio.h>
#include <string.h>

static int sum(const char *values, int n) {
    char copy[4];
    memcpy(copy, values, n < 8 ? (int)sizeof values : 4); //~ FINDING[out-of-bounds]
    return copy[0] + copy[3];
}

int main(void) {
    static const char values[16] = {1, 2, 3};
    return sum(values, getchar() & 15);
}
