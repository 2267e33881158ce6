// effigy: --sym-stdin 1
// A string is printed behind the end of another in the same buffer.
#include <stdio.h>

int main(void) {
    char text[16] = "ab";
    if (getchar() == '+')
        sprintf(text + 2, "%s", "cd");
    return text[2] == 'c';
}
