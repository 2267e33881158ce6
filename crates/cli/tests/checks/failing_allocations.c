// effigy: --sym-args 1 --no-replay --malloc-may-fail
// Allocations that may fail.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *p = NULL;
    switch (argv[1][0]) {
    case 'a':
        p = malloc(4);
        p[0] = 1; //~ FINDING[null]
        break;
    case 'b':
        p = malloc(4);
        if (p)
            p[0] = 1;
        break;
    case 'c':
        p = strdup("x");
        if (p && p[0] == 'y')
            abort();
        break;
    case 'd':
        p = malloc(1);
        if (!p)
            return 1;
        p = realloc(p, 100);
        p[99] = 1; //~ FINDING[null]
        break;
    case 'e':
        p = calloc(2, 2);
        if (!p)
            abort(); //~ FINDING[abort]
        break;
    }
    free(p);
    return 0;
}
