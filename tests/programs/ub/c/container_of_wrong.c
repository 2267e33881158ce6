// effigy: --sym-stdin 1
// A structure is computed from a member that is not in one.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct job {
    long id;
    struct link link;
};

static struct job first = {7, {NULL}};

int main(void) {
    struct link *stray = calloc(1, sizeof *stray);
    if (!stray)
        return 1;
    struct link *l = getchar() == 's' ? stray : &first.link;
    struct job *j = (struct job *)((char *)l - offsetof(struct job, link));
    long id = j->id; //~ FINDING[out-of-bounds]
    free(stray);
    return id == 7;
}
