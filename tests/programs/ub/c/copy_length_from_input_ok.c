// effigy: --sym-stdin 1
// A length that comes with the data is cut to the buffer.
#include <stdio.h>
#include <string.h>

static const char packet[64] = "payload";

int main(void) {
    char buffer[16];
    size_t length = (size_t)getchar() & 31;
    if (length > sizeof buffer)
        length = sizeof buffer;
    memcpy(buffer, packet, length);
    return 0;
}
