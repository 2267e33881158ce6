// effigy: --sym-stdin 3
// qsort and a table of function pointers. Nothing fails.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
    int key;
    int place;
};

static int by_key(const void *left, const void *right) {
    const struct item *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->place - b->place;
}

static int add(int a, int b) { return a + b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int first(int a, int b) { (void)b; return a; }

static int (*const operators[])(int, int) = {add, larger, first};

static int reduce(const struct item *items, int count, int (*f)(int, int)) {
    int result = items[0].key;
    for (int i = 1; i < count; i++)
        result = f(result, items[i].key);
    return result;
}

int main(void) {
    struct item items[3];
    for (int i = 0; i < 3; i++) {
        int c = getchar();
        if (c == EOF)
            return 1;
        items[i].key = c;
        items[i].place = i;
    }
    int sum = items[0].key + items[1].key + items[2].key;
    qsort(items, 3, sizeof items[0], by_key);
    for (int i = 0; i + 1 < 3; i++)
        assert(items[i].key < items[i + 1].key || items[i].place < items[i + 1].place);
    assert(items[0].place + items[1].place + items[2].place == 3);
    assert(reduce(items, 3, operators[0]) == sum);
    assert(reduce(items, 3, operators[1]) == items[2].key);
    assert(reduce(items, 3, operators[2]) == items[0].key);
    return 0;
}
