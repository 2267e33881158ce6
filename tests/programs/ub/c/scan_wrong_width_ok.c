// effigy: --sym-stdin 2
// An int is scanned into an int.
#include <stdio.h>

int main(void) {
    char text[3] = {0};
    if (fread(text, 1, 2, stdin) != 2 || text[0] != '7')
        return 1;
    int n = 0;
    return sscanf(text, "%d", &n) == 1 && n > 70;
}
