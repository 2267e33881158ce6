// effigy: --sym-stdin 1
// What is left of a buffer is never less than nothing.
#include <stdio.h>

int main(void) {
    char text[8] = "";
    int room = 8 - getchar() % 9;
    snprintf(text, (size_t)room, "%s", "longer than eight bytes");
    return text[0];
}
