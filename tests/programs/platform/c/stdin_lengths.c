// effigy: --sym-stdin 0..3
// Every length of the input up to its greatest: the end may come where a digit is wanted.
#include <stdio.h>

int main(void) {
    int digits[2];
    int count = 0;
    for (int c; (c = getchar()) != EOF;) {
        if (c < '0' || c > '9') continue;
        digits[count] = c - '0'; //~ FINDING[out-of-bounds]
        count++;
    }
    if (count == 0) return 1;
    return 10 / (digits[0] + 1) == 20;
}
