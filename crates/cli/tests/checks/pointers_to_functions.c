// effigy: --sym-args 1 --no-replay --cflags -w
// Calls through pointers of another type.
#include <stdio.h>
#include <stdlib.h>

static int add(int a, int b) { return a + b; }
static int one(int a) { return a; }
static long wide(long a) { return a; }
static int many(int a, ...) { return a; }
static void none(void) {}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int old() { return 1; }

struct table { int (*f)(int); };

int main(int argc, char **argv) {
    int c = argv[1][0], numbers[] = {2, 1};
    struct table t = {one};
    void *data = numbers;
    switch (c) {
    case 'a':
        t.f = (int (*)(int))add;
        return t.f(1); //~ FINDING[bad-call]: 1 arguments in place of 2
    case 'b':
        t.f = (int (*)(int))wide;
        return t.f(1); //~ FINDING[bad-call]
    case 'c':
        return ((int (*)(int, int))one)(1, 2); //~ FINDING[bad-call]: 2 arguments in place of 1
    case 'd':
        return ((int (*)(void))none)(); //~ FINDING[bad-call]: result
    case 'e':
        return ((int (*)(int))data)(1); //~ FINDING[bad-call]: no function's address
    case 'f':
        return ((int (*)(int))((char *)one + 1))(1); //~ FINDING[bad-call]
    case 'g':
        return ((int (*)(int))0)(1); //~ FINDING[null]
    case 'h':
        t.f = one;
        qsort(numbers, 2, sizeof(int), compare);
        ((void (*)(void))none)();
        ((void (*)(int))one)(1);
        many(1, 2, 3);
        old(1, 2);
        return t.f(1) + ((int (*)(const void *, const void *))compare)(numbers, numbers);
    }
    return 0;
}
