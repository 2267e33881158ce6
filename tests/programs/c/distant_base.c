// effigy:
// Places in a text counted from far before it, as compressors do: the constant part of the address lies beside another variable.
#include <klee/klee.h>

int main(void) {
    static const unsigned places[] = {65600, 65601, 65603, 65606};
    char before[20] = {0}, text[] = {'a', 'b', 'c', 'd'};
    unsigned char which, value;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&value, sizeof value, "value");
    klee_assume(which < 4);
    char *base = (char *)((unsigned long)text - 65600);
    if (value == 0)
        return before[which];
    if (value == 1)
        return base[places[which % 3]] == 'd' && before[which];
    if (value == 2) {
        base[places[which]] = 'e'; //~ FINDING[out-of-bounds]
        return text[0] + before[which];
    }
    return 0;
}
