// effigy: --sym-stdin 1
// What is not a number is converted to an integer (C17 6.3.1.4).
#include <stdio.h>

int main(void) {
    double n = (double)(getchar() & 1);
    double ratio = n / n;
    return (int)ratio; //~ FINDING[overflow]
}
