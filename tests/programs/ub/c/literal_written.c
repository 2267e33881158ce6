// effigy: --sym-stdin 1
// A string literal is changed (C17 J.2: the program attempts to modify a string literal).
#include <stdio.h>

int main(void) {
    char own[] = "hello";
    char *greeting = getchar() == '\n' ? "hullo" : own;
    greeting[0] = 'H'; //~ FINDING[out-of-bounds]
    return greeting[1];
}
