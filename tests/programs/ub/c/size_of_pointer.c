// effigy: --sym-stdin 1
// The size of the pointer is allocated, not of the structure (CWE-467).
#include <stdio.h>
#include <stdlib.h>

struct entry {
    long key;
    long value;
};

int main(void) {
    struct entry *e = malloc(sizeof e);
    if (!e)
        return 1;
    e->key = getchar();
    if (e->key == 'v')
        e->value = 1; //~ FINDING[out-of-bounds]
    free(e);
    return 0;
}
