// effigy: --sym-stdin 1
// strcat to a text that is empty or a letter.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8];
    text[0] = getchar() != 2 ? 0 : 'b';
    text[1] = 0;
    strcat(text, "ab");
    return text[0];
}
