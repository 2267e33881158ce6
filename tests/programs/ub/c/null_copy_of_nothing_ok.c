// effigy: --sym-stdin 1
// A length of zero with a pointer that is not null.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[8] = {0};
    size_t n = (size_t)getchar() & 3;
    const char *source = n ? "abcdefg" : "";
    memcpy(buffer, source, n);
    return buffer[0];
}
