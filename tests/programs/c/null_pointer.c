// effigy:
// A lookup that may fail, and callers that forget.
#include <stddef.h>
#include <klee/klee.h>

struct entry {
    char key;
    int value;
    struct entry *next;
};

static struct entry third = {'c', 30, NULL};
static struct entry second = {'b', 20, &third};
static struct entry first = {'a', 10, &second};
static struct entry *head = &first;

static struct entry *find(char key) {
    for (struct entry *e = head; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

static int read_value(const int *cell) {
    return *cell; //~ FINDING[null]
}

int main(void) {
    char key, mode;
    klee_make_symbolic(&key, sizeof key, "key");
    klee_make_symbolic(&mode, sizeof mode, "mode");
    struct entry *e = find(key);
    if (mode == 'r')
        return e->value; //~ FINDING[null]
    if (mode == 'w') {
        struct entry *after = e ? e->next : head;
        after->value = 7; //~ FINDING[null]
        return second.value + third.value;
    }
    if (mode == 'p')
        return read_value(e ? &e->value : NULL);
    return e ? e->value : 0;
}
