// effigy: --sym-stdin 1
// A function's value is unset where its caller does not look at it.
#include <stdio.h>

static int grade(int n) {
    int low;
    if (n < 200)
        low = 1;
    return low;
}

int main(void) {
    int n = getchar();
    int low = grade(n);
    if (n < 200 && low == 1)
        return 1;
    return 0;
}
