// effigy: --checks +leak
// What a function that has returned held keeps nothing, also where the next one takes the memory of its variables.
#include <stdlib.h>

static void make(void) {
    char *text = malloc(4); //~ FINDING[leak]: a heap object of 4 bytes is never released
    text[0] = 1;
    text = 0;
}

static void leave(int a) {
    int b = a + 1;
    int c = b * 2;
    exit(c - c);
}

int main(void) {
    make();
    leave(3);
    return 0;
}
