// effigy: --sym-stdin 1
// A member is read through the null pointer that a lookup gave (CWE-476).
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
    return find(getchar())->value; //~ FINDING[null]
}
