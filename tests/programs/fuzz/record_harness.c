// effigy:
// A harness of libFuzzer: records of a length and a name, of which one kind is read beyond the end of the input.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int checksum(const uint8_t *name, size_t length) {
    int sum = 0;
    for (size_t i = 0; i < length; i++)
        sum = (sum + name[i]) & 0xff; //~ FINDING[out-of-bounds]
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    while (size >= 2) {
        size_t length = data[1];
        if (length > size - 2)
            return 0;
        if (data[0] == 0x7f && length >= 3 && memcmp(data + 2, "end", 3) == 0)
            return checksum(data + 2, length + 1);
        data += 2 + length;
        size -= 2 + length;
    }
    return 0;
}
