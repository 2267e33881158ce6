#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(4), *b = malloc(4);
    if (!a || !b)
        return 1;
    uintptr_t left = (uintptr_t)a, right = (uintptr_t)b;
    free(a);
    int first = left < right;
    free(b);
    return first - 1;
}
