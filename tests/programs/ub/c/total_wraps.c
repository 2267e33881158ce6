// effigy: --sym-stdin 1
// The product of two sizes wraps, and less is allocated than is used (CWE-680).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned count = (unsigned)getchar();
    unsigned total = (count << 24) * 256u + 4;
    char *rows = malloc(total);
    if (!rows)
        return 0;
    rows[count == 3 ? 5 : 0] = 1; //~ FINDING[out-of-bounds]
    free(rows);
    return 0;
}
