// effigy: --sym-stdin 1
// A length that comes with the data is believed (CWE-805).
#include <stdio.h>
#include <string.h>

static const char packet[64] = "payload";

int main(void) {
    char buffer[16];
    size_t length = (size_t)getchar() & 31;
    memcpy(buffer, packet, length); //~ FINDING[out-of-bounds]
    return 0;
}
