// effigy: --sym-stdin 1
// A string is appended to itself (C17 7.24.3.1).
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8] = "ab", b[8] = "cd";
    char *second = getchar() == 's' ? a : b;
    strcat(a, second); //~ FINDING[overlap]
    return a[2] == 'c';
}
