// effigy: --sym-stdin 1
// What is left of a buffer is less than nothing, and as a size very much (CWE-195).
#include <stdio.h>

int main(void) {
    char text[8] = "";
    int room = 8 - getchar() % 10;
    snprintf(text, (size_t)room, "%s", "longer than eight bytes"); //~ FINDING[out-of-bounds]
    return text[0];
}
