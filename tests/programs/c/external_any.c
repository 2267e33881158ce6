// effigy: --external any
/* Functions that nobody defines: what they give is any value of its type. */
#include <assert.h>
#include <stddef.h>

struct reading {
  int celsius;
  long taken[4];
};

struct pair {
  float low, high;
};

int sensor(int channel);
_Bool ready(void);
struct reading reading_of(int channel);
struct pair bounds(void);
const char *label(int channel);
void tell(const char *text);
unsigned char flags(void);

static int average(int channel) {
  int first = sensor(channel), second = sensor(channel);
  if (first < -100 || first > 100) return 0;
  assert(second != 17); //~ FINDING[assertion]: second != 17
  return first;
}

int main(void) {
  if (!ready()) return 1;
  int degrees = average(2);
  assert(degrees <= 100);
  struct reading r = reading_of(degrees);
  if (r.celsius == 40 && r.taken[3] == 7) assert(r.taken[0] == 0); //~ FINDING[assertion]: r.taken[0] == 0
  struct pair p = bounds();
  if (p.low == 1.5f) assert(p.high != 2.5f); //~ FINDING[assertion]: p.high != 2.5f
  const char *name = label(3);
  if (name == NULL) tell("no name");
  int low = flags() & 15;
  return 100 / (low - 15); //~ FINDING[division-by-zero]: division by zero
}
