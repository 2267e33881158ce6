// bmc 8: proved
// Sizes, lengths and places that depend on inputs stay terms: the text of an object that grows.
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void) {
    size_t a = __VERIFIER_nondet_uchar() % 20, b = __VERIFIER_nondet_uchar() % 20;
    const char *text = "abcdefghijklmnopqrstuvwxyz012345";
    char *p = malloc(a + 1);
    if (!p)
        return 1;
    memcpy(p, text, a);
    p = realloc(p, a + b + 1);
    if (!p)
        return 1;
    memcpy(p + a, text + __VERIFIER_nondet_uchar() % 12, b);
    p[a + b] = 0;
    if (a > 2 && (p[0] != 'a' || p[2] != 'c'))
        reach_error();
    char around[32];
    size_t n = a % 12;
    memset(around, '.', sizeof around);
    memcpy(around + b, text, n);
    if (around[b + n] != '.' || (n && around[b + n - 1] != text[n - 1]))
        reach_error();
    memset(around + b, '-', n);
    if (around[b + n] != '.' || (n && (around[b] != '-' || around[b + n - 1] != '-')))
        reach_error();
    size_t i = __VERIFIER_nondet_uchar() % 41;
    int found = i <= a + b && p[i] == 'q';
    free(p);
    return found;
}
