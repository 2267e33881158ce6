// effigy: --sym-stdin 1
// Memory for the variant that the tag says.
#include <stdio.h>
#include <stdlib.h>

struct header { int tag; };
struct point { int tag; int x; int y; };

static struct header *make(int tag) {
    struct header *h = malloc(tag == 2 ? sizeof(struct point) : sizeof(struct header));
    if (h)
        h->tag = tag;
    return h;
}

int main(void) {
    struct header *h = make(getchar() & 3);
    if (!h)
        return 1;
    if (h->tag == 2)
        ((struct point *)h)->y = 5;
    free(h);
    return 0;
}
