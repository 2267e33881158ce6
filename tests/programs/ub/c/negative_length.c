// effigy: --sym-stdin 1
// A length below the header's becomes a huge size_t (CWE-195).
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[256];
    int total = getchar();
    int body = total - 4;
    memset(buffer, 0, body); //~ FINDING[out-of-bounds]
    return 0;
}
