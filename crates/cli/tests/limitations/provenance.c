#include <stdint.h>

static char a[4], b[4];

int main(void) {
    char *volatile to_b = b;
    char *inside_a = a;
    inside_a += (intptr_t)to_b - (intptr_t)inside_a;
    return *inside_a;
}
