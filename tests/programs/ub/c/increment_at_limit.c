// effigy: --sym-stdin 1
// A counter that began near the limit is incremented past it.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int counter = INT_MAX - 3;
    for (int n = getchar() & 7; n > 0; n--)
        counter++; //~ FINDING[overflow]
    return counter == INT_MAX;
}
