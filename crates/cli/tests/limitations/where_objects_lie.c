#include <stdlib.h>

int main(void) {
    char *a = malloc(4), *b = malloc(4);
    if (!a || !b)
        return 1;
    free(a);
    int first = a < b;
    free(b);
    return first - 1;
}
