// effigy:
// A file with a length, a count, and records with sums. A second record that says the same of another key fails; the seed has one record.
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { RECORD = 7 };

static uint16_t sum(const uint8_t *bytes, int count) {
  uint32_t first = 1, second = 0;
  for (int i = 0; i < count; i++) {
    first = (first + bytes[i]) % 251;
    second = (second + first) % 251;
  }
  return (uint16_t)(second << 8 | first);
}

int main(void) {
  uint8_t file[256];
  ssize_t length = read(0, file, sizeof file);
  if (length < 4 || memcmp(file, "RC", 2) != 0) return 1;
  if (file[2] != length || file[3] == 0 || 4 + file[3] * RECORD != length) return 1;
  int last = -1;
  uint16_t said = 0;
  for (int i = 0; i < file[3]; i++) {
    const uint8_t *record = file + 4 + i * RECORD;
    if (sum(record, RECORD - 2) != (record[5] << 8 | record[6])) return 1;
    if (record[0] > 3) return 1;
    uint16_t says = (uint16_t)(record[1] << 8 | record[2]);
    if (last == 2 && record[0] == 1)
      assert(says != said); //~ FINDING[assertion]
    last = record[0];
    said = says;
  }
  return 0;
}
