#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
    unsigned short size;
    klee_make_symbolic(&size, sizeof size, "size");
    char *room = malloc(size + 1);
    room[0] = 1;
    free(room);
    return 0;
}
