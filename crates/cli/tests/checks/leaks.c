// effigy: --sym-args 1 --no-replay --leaks
// Heap objects that are never released.
#include <stdlib.h>
#include <string.h>

struct list { struct list *next; char *text; };

static struct list *kept;

static char *make(int n) {
    return malloc(n); //~ FINDING[leak]: 7 bytes
}

static struct list *cons(struct list *next, const char *text) {
    struct list *l = malloc(sizeof *l); //~ FINDING[leak]: 16 bytes
    l->next = next;
    l->text = strdup(text);
    return l;
}

static void drop(struct list *l) {
    while (l) {
        struct list *next = l->next;
        free(l->text);
        free(l);
        l = next;
    }
}

int main(int argc, char **argv) {
    int c = argv[1][0];
    if (c == 'a')
        make(7);
    if (c == 'b') {
        char *p = malloc(5);
        p = realloc(p, 0) ? p : NULL;
        p = calloc(1, 6); //~ FINDING[leak]: 6 bytes
        return p == NULL;
    }
    if (c == 'c')
        kept = cons(cons(NULL, "x"), "y");
    if (c == 'd')
        drop(cons(cons(NULL, "x"), "y"));
    if (c == 'e') {
        char *p = malloc(c);
        exit(p == NULL);
    }
    if (c == 'f') {
        kept = cons(cons(NULL, "x"), "y");
        kept = NULL;
    }
    return 0;
}
