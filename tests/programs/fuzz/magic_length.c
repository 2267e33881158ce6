// effigy:
// A record: the magic number `EFG1`, a version, a length of two bytes, and so many bytes of payload. A name of version 2 is copied
// without a look at the size of its buffer.
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define SIZE 64

static int checksum(const uint8_t *payload, unsigned length) {
  int sum = 0;
  for (unsigned i = 0; i < length; i++) sum += payload[i];
  return sum & 0x7f;
}

static int name(const uint8_t *payload, unsigned length) {
  char buffer[16];
  for (unsigned i = 0; i < length; i++) {
    buffer[i] = (char)payload[i]; //~ FINDING[out-of-bounds]
  }
  return buffer[0] == 'x';
}

int main(void) {
  uint8_t record[SIZE];
  ssize_t got = read(0, record, SIZE);
  if (got < 8) return 1;
  if (memcmp(record, "EFG1", 4) != 0) return 2;
  unsigned length = record[5] | (unsigned)record[6] << 8;
  if (length > (unsigned)got - 7) return 3;
  switch (record[4]) {
    case 1: return checksum(record + 7, length);
    case 2: return length == 0 ? 4 : name(record + 7, length);
    default: return 5;
  }
}
