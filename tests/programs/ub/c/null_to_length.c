// effigy: --sym-stdin 1
// A null pointer is given to a function of strings (C17 7.1.4).
#include <stdio.h>
#include <string.h>

static const char *name_of(int c) {
    switch (c & 3) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    }
    return NULL;
}

int main(void) {
    const char *name = name_of(getchar());
    return (int)strlen(name); //~ FINDING[null]
}
