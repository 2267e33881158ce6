// effigy: --sym-stdin 1
// memmove of nothing from one past the end.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8] = "abcdefg";
    size_t cut = (size_t)(getchar() % 9);
    memmove(text, text + cut, sizeof text - cut);
    return text[0];
}
