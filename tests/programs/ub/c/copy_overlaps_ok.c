// effigy: --sym-stdin 1
// memmove between overlapping parts of an array; memcpy between parts that only touch.
#include <stdio.h>
#include <string.h>

int main(void) {
    char v[8] = "abcdefg";
    int shift = getchar() & 7;
    memmove(v, v + shift, 8 - shift);
    memcpy(v, v + 4, 4);
    return v[0] == 'h';
}
