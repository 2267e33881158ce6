// effigy: --sym-stdin 1
// An int is read as a long (CWE-588).
#include <stdio.h>
#include <string.h>

static long load(const void *p, int wide) {
    long result = 0;
    memcpy(&result, p, wide ? sizeof(long) : sizeof(int)); //~ FINDING[out-of-bounds]
    return result;
}

int main(void) {
    int x = getchar();
    return load(&x, x == 200) == 0;
}
