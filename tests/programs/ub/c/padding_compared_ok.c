// effigy: --sym-stdin 1
// Two structures are compared member by member.
#include <stdio.h>
#include <stdlib.h>

struct item {
    char tag;
    int value;
};

static struct item *make(char tag, int value) {
    struct item *i = malloc(sizeof *i);
    if (!i)
        exit(1);
    i->tag = tag;
    i->value = value;
    return i;
}

int main(void) {
    int c = getchar();
    struct item *a = make((char)c, 1);
    struct item *b = make('k', 1);
    int same = 0;
    if (c == 'k' && a->tag == b->tag && a->value == b->value)
        same = 1;
    free(a);
    free(b);
    return same;
}
