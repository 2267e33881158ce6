// effigy: --sym-stdin 1
// A structure is computed from a member of it.
#include <stddef.h>
#include <stdio.h>

struct link {
    struct link *next;
};

struct job {
    long id;
    struct link link;
};

static struct job first = {7, {NULL}};
static struct job second = {8, {&first.link}};

int main(void) {
    struct link *l = getchar() == 's' ? second.link.next : &second.link;
    struct job *j = (struct job *)((char *)l - offsetof(struct job, link));
    return j->id == 7;
}
