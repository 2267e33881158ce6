// effigy: --sym-stdin 1
// memmove counts from the wrong end: its length goes below zero (C17 7.24.2.2; CWE-191).
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8] = "abcdefg";
    size_t cut = (size_t)(getchar() % 10);
    memmove(text, text + cut, sizeof text - cut); //~ FINDING[out-of-bounds]
    return text[0];
}
