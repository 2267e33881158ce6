// effigy: --sym-stdin 1
// A length below the header's is refused.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[256];
    int total = getchar();
    int body = total - 4;
    if (body < 0)
        return 1;
    memset(buffer, 0, body);
    return 0;
}
