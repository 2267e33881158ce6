// effigy: --sym-stdin 1
// atoi of a number that is no int (C17 7.22.1p1; CERT ERR34-C). A native run does not show it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[] = "214748364_";
    text[9] = (char)getchar();
    return atoi(text) == 21; //~ FINDING[overflow]
}
