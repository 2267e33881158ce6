// effigy: --sym-stdin 1
// What is not a number is noticed by comparing it with itself.
#include <stdio.h>

int main(void) {
    double n = (double)(getchar() & 1);
    double ratio = n / n;
    return ratio == ratio ? (int)ratio : 3;
}
