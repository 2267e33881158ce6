// effigy: --sym-stdin 1
// memcpy between overlapping parts of an array (C17 7.24.2.1).
#include <stdio.h>
#include <string.h>

int main(void) {
    char v[8] = "abcdefg";
    int shift = getchar() & 7;
    if (shift == 0)
        return 0;
    memcpy(v, v + shift, 8 - shift); //~ FINDING[overlap]
    return v[0] == 'h';
}
