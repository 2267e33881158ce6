// effigy: --sym-stdin 1
// div of the least number by what is below minus one; ldiv of a wider one.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int by = (getchar() & 3) - 5;
    div_t parts = div(INT_MIN, by);
    ldiv_t wide = ldiv(INT_MIN, -1L);
    assert(wide.quot == -(long)INT_MIN && wide.rem == 0);
    assert(parts.quot == INT_MIN / by && parts.rem == INT_MIN % by);
    return parts.rem == parts.quot;
}
