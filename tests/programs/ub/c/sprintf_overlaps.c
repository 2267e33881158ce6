// effigy: --sym-stdin 1
// A buffer is printed into itself (C17 7.21.6.6). A native run does not show it.
#include <stdio.h>

int main(void) {
    char text[16] = "ab";
    if (getchar() == '+')
        sprintf(text, "%s%s", text, "cd"); //~ FINDING[overlap]
    return text[2] == 'c';
}
