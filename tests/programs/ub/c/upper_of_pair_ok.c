// effigy: --sym-stdin 2
// toupper of one character at a time.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int high = getchar();
    int low = getchar();
    int pair = toupper(high) << 8 | toupper(low);
    return pair == ('A' << 8 | 'B');
}
