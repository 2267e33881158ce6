// bmc 8: failed
// The end of an object that became smaller and grew again is not written, and read.
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void) {
    size_t a = __VERIFIER_nondet_uchar() % 8, b = __VERIFIER_nondet_uchar() % 8;
    char *p = calloc(a + 1, 1), *q = malloc(8), *none = malloc(0);
    if (!p || !q || !none)
        return 1;
    p = realloc(p, a + b + 1);
    if (!p)
        return 1;
    memset(p + a + 1, 'b', b);
    memset(q, 'q', 8);
    q = realloc(q, b + 1);
    if (!q)
        return 1;
    q = realloc(q, 8);
    if (!q)
        return 1;
    if (p[a] != 0 || (b && p[a + b] != 'b') || q[b] != 'q' || (b < 7 && q[7] != 'r'))
        reach_error();
    if (a + b == 0)
        memcpy(none + a, q, b);
    free(p);
    free(q);
    free(none);
    return 0;
}
