// effigy: --sym-stdin 1
// A lookup that gave a null pointer is noticed.
#include <stdio.h>

struct entry {
    int key;
    int value;
};

static const struct entry table[2] = {{'a', 1}, {'b', 2}};

static const struct entry *find(int key) {
    for (int i = 0; i < 2; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void) {
    const struct entry *e = find(getchar());
    return e ? e->value : 0;
}
