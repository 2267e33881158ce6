// effigy: --sym-args 1 --no-replay --cflags -w
// Null and misaligned addresses.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) packed { char c; int n; };
struct node { int n; struct node *next; };

int main(int argc, char **argv) {
    int c = argv[1][0], n;
    char *bytes = malloc(16);
    struct packed p = {1, 2};
    if (!bytes)
        return 0;
    memset(bytes, 0, 16);
    switch (c) {
    case 'a':
        return *(int *)0; //~ FINDING[null]
    case 'b':
        return ((struct node *)0)->next->n; //~ FINDING[null]
    case 'c':
        return *(int *)(bytes + 1); //~ FINDING[misaligned]: multiple of 4
    case 'd':
        *(long *)(bytes + 4) = 1; //~ FINDING[misaligned]: multiple of 8
        break;
    case 'e':
        memcpy(&n, bytes + 1, sizeof n);
        p.n = n;
        return p.n + *(int *)(bytes + 4) + *(short *)(bytes + 2);
    case 'f':
        return *(int *)1; //~ FINDING[null]
    case 'g':
    case 'h':
    case 'i':
        return *(short *)(bytes + (c - 'g')); //~ FINDING[misaligned]: multiple of 2
    case 'j':
        ((struct node *)0)->n = 1; //~ FINDING[null]
    }
    free(bytes);
    return 0;
}
