// effigy: --sym-args 1
// Addresses of fields behind null, which the compiler knows: what is wrong is the null, wherever the address goes.
#include <stddef.h>

struct inner {
    int a;
    long list[3];
};

struct outer {
    char tag;
    int number;
    struct inner inner;
};

static int *kept;

int main(int argc, char **argv) {
    if (argc < 2)
        return 0;
    switch (argv[1][0]) {
    case 'a':
        kept = &((struct outer *)0)->number; //~ FINDING[null]: access through a null pointer
        return *kept;
    case 'b': {
        size_t at = (size_t)&((struct outer *)0)->inner.list[1]; //~ FINDING[null]: access through a null pointer
        return (int)*(long *)at;
    }
    case 'c':
        return (int)((struct outer *)0)->inner.list[argv[1][0] & 1]; //~ FINDING[null]: access through a null pointer
    case 'd': {
        struct inner copy = ((struct outer *)0)->inner; //~ FINDING[null]: access through a null pointer
        return copy.a;
    }
    case 'e': {
        size_t at = (size_t)&((struct outer *)0)->tag; //~ FINDING[null]: access through a null pointer
        return (int)at;
    }
    case 'f':
        return ((int *)0)[3]; //~ FINDING[null]: an address is computed from a null pointer
    }
    return 0;
}
