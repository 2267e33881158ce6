// effigy: --sym-stdin 1
// An array that a string literal initialises is changed.
#include <stdio.h>

int main(void) {
    char own[] = "hello";
    static char other[] = "hullo";
    char *greeting = getchar() == '\n' ? other : own;
    greeting[0] = 'H';
    return greeting[1];
}
