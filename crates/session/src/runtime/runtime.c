/* The native meaning of the intrinsics: inputs come from the objects of the .ktest file that EFFIGY_TEST names, in the
   order of their making. Everything is weak, so that a definition of the program's own wins. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define STATUS_ASSUMPTION 77
#define STATUS_NO_TEST 78

static unsigned char *file_bytes;
static size_t file_size, file_at;
static uint32_t objects_left;

static _Noreturn void effigy_end(int status, const char *message) {
  fprintf(stderr, "effigy: %s\n", message);
  fflush(NULL);
  _exit(status);
}

static _Noreturn void effigy_broken(void) { effigy_end(STATUS_NO_TEST, "EFFIGY_TEST is not a whole .ktest file"); }

static const unsigned char *take(size_t size) {
  if (size > file_size - file_at) effigy_broken();
  const unsigned char *bytes = file_bytes + file_at;
  file_at += size;
  return bytes;
}

static uint32_t take_number(void) {
  const unsigned char *b = take(4);
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static const unsigned char *take_block(size_t *size) {
  *size = take_number();
  return take(*size);
}

static void read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) effigy_end(STATUS_NO_TEST, "cannot read the file that EFFIGY_TEST names");
  size_t room = 1 << 16;
  file_bytes = malloc(room);
  for (;;) {
    size_t got = file_bytes ? fread(file_bytes + file_size, 1, room - file_size, file) : 0;
    file_size += got;
    if (got == 0) break;
    if (file_size == room) file_bytes = realloc(file_bytes, room *= 2);
  }
  fclose(file);
  if (!file_bytes) effigy_end(STATUS_NO_TEST, "no memory for the test");
}

/* Goes to the first object that the program makes itself: arguments and standard input end at `model_version`. */
static void load(void) {
  const char *path = getenv("EFFIGY_TEST");
  if (!path)
    effigy_end(STATUS_NO_TEST, "this program has symbolic inputs; run it with `effigy explore`, or set EFFIGY_TEST to the "
                               ".ktest file of a generated test");
  read_file(path);
  size_t size;
  if (memcmp(take(5), "KTEST", 5) != 0 || take_number() != 3) effigy_broken();
  for (uint32_t n = take_number(); n > 0; n--) take_block(&size);
  take_number();
  take_number();
  objects_left = take_number();
  size_t first = file_at;
  uint32_t count = objects_left;
  for (uint32_t left = count; left > 0; left--) {
    const unsigned char *name = take_block(&size);
    int last = size == 13 && memcmp(name, "model_version", 13) == 0;
    take_block(&size);
    if (last) first = file_at, objects_left = left - 1;
  }
  file_at = first;
}

static void next_object(void *object, size_t size) {
  if (!file_bytes) load();
  if (objects_left == 0) effigy_end(STATUS_NO_TEST, "the program asks for more values than the test holds");
  objects_left--;
  size_t length;
  take_block(&length);
  const unsigned char *bytes = take_block(&length);
  if (length != size) effigy_end(STATUS_NO_TEST, "the program asks for a value of another size than the test holds");
  memcpy(object, bytes, size);
}

static void require(int condition) {
  if (!condition) effigy_end(STATUS_ASSUMPTION, "an assumption does not hold for these values");
}

static _Noreturn void fail(const char *what, const char *message) {
  fflush(NULL);
  fprintf(stderr, "effigy: %s: %s\n", what, message);
  abort();
}

/* Effigy's own. */
WEAK void effigy_make_symbolic(void *object, size_t size, const char *name) { (void)name, next_object(object, size); }
WEAK void effigy_assume(int condition) { require(condition); }
WEAK void effigy_cover(int condition, const char *name) { (void)condition, (void)name; }

/* KLEE's. */
WEAK void klee_make_symbolic(void *object, size_t size, const char *name) { (void)name, next_object(object, size); }
WEAK void klee_assume(uintptr_t condition) { require(condition != 0); }

WEAK int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

WEAK int klee_range(int first, int end, const char *name) {
  int value = klee_int(name);
  require(first <= value && value < end);
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  klee_make_symbolic(&value, sizeof value, "klee_choose");
  require(value < n);
  return value;
}

WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK _Noreturn void klee_silent_exit(int status) { exit(status); }
WEAK _Noreturn void klee_abort(void) { abort(); }

WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)file, (void)line, (void)suffix;
  fail("error-call", message);
}

WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_check_memory_access(const void *address, size_t size) {
  /* Touches both ends, so that a sanitizer sees an access that is not allowed. */
  const volatile unsigned char *bytes = address;
  if (size > 0) (void)(bytes[0] + bytes[size - 1]);
}
WEAK void klee_define_fixed_object(void *address, size_t size) { (void)address, (void)size; }
WEAK void klee_alias_function(const char *name, const char *replacement) { (void)name, (void)replacement; }

/* The competitions'. */
#define NONDET(name, type)                       \
  WEAK type __VERIFIER_nondet_##name(void) {     \
    type value;                                  \
    next_object(&value, sizeof value);           \
    return value;                                \
  }

NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)

WEAK _Bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  next_object(&value, sizeof value);
  return value & 1;
}

WEAK void __VERIFIER_nondet_memory(void *object, size_t size) { next_object(object, size); }
WEAK void __VERIFIER_assume(int condition) { require(condition); }
WEAK void reach_error(void) { fail("error-call", "reach_error was called"); }
WEAK void __VERIFIER_error(void) { fail("error-call", "__VERIFIER_error was called"); }
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) fail("assertion", "__VERIFIER_assert");
}

/* CBMC's. */
WEAK void __CPROVER_assume(_Bool condition) { require(condition); }
WEAK void __CPROVER_assert(_Bool condition, const char *message) {
  if (!condition) fail("assertion", message);
}
