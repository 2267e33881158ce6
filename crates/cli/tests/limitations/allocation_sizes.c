#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
    unsigned char size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size >= 1 && size <= 4);
    char *room = malloc(size);
    room[0] = 1;
    free(room);
    return 0;
}
