// effigy: --sym-stdin 1 --cflags -Wno-format
// A floating point number is printed as an integer. A native run does not show it.
#include <stdio.h>

int main(void) {
    int c = getchar();
    double ratio = 0.5;
    if (c > 250)
        printf("%d\n", ratio); //~ FINDING[format]
    else
        printf("%f\n", ratio);
    return 0;
}
