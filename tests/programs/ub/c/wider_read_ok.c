// effigy: --sym-stdin 1
// A long is read as a long.
#include <stdio.h>
#include <string.h>

static long load(const void *p, int wide) {
    long result = 0;
    memcpy(&result, p, wide ? sizeof(long) : sizeof(int));
    return result;
}

int main(void) {
    long x = getchar();
    return load(&x, x == 200) == 0;
}
