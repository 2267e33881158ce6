// effigy: --sym-stdin 1
// calloc refuses a product that is too large.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t count = (size_t)getchar();
    char *rows = calloc(count > 200 ? SIZE_MAX / 2 : 2, 3);
    if (!rows)
        return 0;
    rows[count == 3 ? 5 : 0] = 1;
    free(rows);
    return 0;
}
