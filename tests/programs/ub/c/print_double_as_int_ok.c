// effigy: --sym-stdin 1
// A floating point number is converted before it is printed as an integer.
#include <stdio.h>

int main(void) {
    int c = getchar();
    double ratio = 0.5;
    if (c > 250)
        printf("%d\n", (int)ratio);
    else
        printf("%f %g %5.2e\n", ratio, 2.0f * ratio, ratio);
    return 0;
}
