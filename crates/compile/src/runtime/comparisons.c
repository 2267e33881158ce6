
/* Linked last, after `counters.c`, into a program that is compiled with `-fsanitize-coverage=trace-cmp` as well. What the program
   compares is written down in a section of its own, whose pages who runs the program shares and reads. */
#include <stddef.h>
#include <stdint.h>

/* Words that are written down, comparisons of one place that are, and bytes of a text that are. */
#define COMPARED_WORDS (1u << 15)
#define COMPARED_TIMES 32
#define COMPARED_TEXT 32
#define COMPARED_PLACES 4096

/* `sandbox/exchange.h` says the same. An entry is the place, how many bytes each side has (with `CONSTANT` where one side is one, and
   with `TEXT` where they are none of a number: then the right side has a number of its own above; with `CASE` the right side says
   whether the left one is a case of a switch), and the sides, each filled up to whole words. */
static struct __attribute__((aligned(4096))) {
  uint32_t used;
  uint32_t words[COMPARED_WORDS];
  uint8_t times[COMPARED_PLACES];
} effigy_compared __attribute__((section("effigy_comparisons"), used));

#define TEXT 0x100u
#define CONSTANT 0x200u
#define CASE 0x400u
#define RIGHT_SIDE 16

/* Room for an entry, or nothing. */
static inline uint32_t *new_entry(const void *caller, uint32_t kind, uint32_t sides) {
  uint32_t place = (uint32_t)((uintptr_t)caller - (uintptr_t)&effigy_compared);
  uint8_t *times = &effigy_compared.times[(place ^ place >> 12) % COMPARED_PLACES];
  uint32_t used = effigy_compared.used;
  if (*times >= COMPARED_TIMES || used + 2 + sides > COMPARED_WORDS) return NULL;
  ++*times;
  uint32_t *entry = effigy_compared.words + used;
  entry[0] = place;
  entry[1] = kind;
  effigy_compared.used = used + 2 + sides;
  return entry + 2;
}

static inline void small(const void *caller, uint32_t kind, uint32_t a, uint32_t b) {
  uint32_t *sides = new_entry(caller, kind, 2);
  if (sides) sides[0] = a, sides[1] = b;
}

static inline void large(const void *caller, uint32_t kind, uint64_t a, uint64_t b) {
  uint32_t *sides = new_entry(caller, kind, 4);
  if (sides) __builtin_memcpy(sides, &a, 8), __builtin_memcpy(sides + 2, &b, 8);
}

#define CALLER __builtin_return_address(0)
void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) { small(CALLER, 1, a, b); }
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { small(CALLER, 2, a, b); }
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { small(CALLER, 4, a, b); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { large(CALLER, 8, a, b); }
void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b) { small(CALLER, CONSTANT | 1, a, b); }
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { small(CALLER, CONSTANT | 2, a, b); }
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { small(CALLER, CONSTANT | 4, a, b); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { large(CALLER, CONSTANT | 8, a, b); }

/* What a switch takes, and whether that is one of its cases: their number, their bits and the cases. */
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  uint64_t is_case = 0;
  for (uint64_t i = 0; i < cases[0] && !is_case; i++) is_case = cases[2 + i] == value;
  large(CALLER, CASE | 8, value, is_case);
}

static char *put(char *to, const char *text, uint32_t size) {
  for (uint32_t i = 0; i < (size + 3) / 4 * 4; i++) *to++ = i < size ? text[i] : 0;
  return to;
}

static void text(const void *caller, const char *a, size_t a_size, const char *b, size_t b_size) {
  if (a_size + b_size == 0) return;
  uint32_t left = a_size < COMPARED_TEXT ? (uint32_t)a_size : COMPARED_TEXT;
  uint32_t right = b_size < COMPARED_TEXT ? (uint32_t)b_size : COMPARED_TEXT;
  uint32_t *sides = new_entry(caller, TEXT | left | right << RIGHT_SIDE, (left + 3) / 4 + (right + 3) / 4);
  if (sides) put(put((char *)sides, a, left), b, right);
}

static int bytes_differ(const unsigned char *a, const unsigned char *b, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

int memcmp(const void *a, const void *b, size_t size) {
  text(CALLER, a, size, b, size);
  return bytes_differ(a, b, size);
}

int bcmp(const void *a, const void *b, size_t size) {
  text(CALLER, a, size, b, size);
  return bytes_differ(a, b, size);
}

/* As much as is told. Only `strcmp` may read each text to its end; the others may read as far as both go on. */
static size_t length_of(const char *text, const char *other, size_t most) {
  size_t size = 0;
  while (size < most && size < COMPARED_TEXT && text[size] && (most == SIZE_MAX || other[size])) size++;
  return size;
}

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* Of texts that end with a zero byte. */
static int texts_differ(const void *caller, const char *a, const char *b, size_t most, int folds) {
  size_t same = 0;
  text(caller, a, length_of(a, b, most), b, length_of(b, a, most));
  for (; same < most; same++) {
    unsigned char left = (unsigned char)a[same], right = (unsigned char)b[same];
    int differ = folds ? lower(left) - lower(right) : left - right;
    if (differ || !left) return differ;
  }
  return 0;
}

int strcmp(const char *a, const char *b) { return texts_differ(CALLER, a, b, SIZE_MAX, 0); }
int strncmp(const char *a, const char *b, size_t size) { return texts_differ(CALLER, a, b, size, 0); }
int strcasecmp(const char *a, const char *b) { return texts_differ(CALLER, a, b, SIZE_MAX, 1); }
int strncasecmp(const char *a, const char *b, size_t size) { return texts_differ(CALLER, a, b, size, 1); }
