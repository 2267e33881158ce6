/* The native meaning of the intrinsics, over `next_object`. All weak: a definition of the program's own wins. */
#define WEAK __attribute__((weak))

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

WEAK _Noreturn void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  fail("assertion", expression);
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
WEAK size_t klee_get_obj_size(void *object) {
  (void)object;
  effigy_end(STATUS_NO_TEST, "a native run does not know the size of an object");
}
extern int *__errno_location(void);
WEAK int klee_get_errno(void) { return *__errno_location(); }
WEAK void klee_define_fixed_object(void *address, size_t size) { (void)address, (void)size; }
WEAK void klee_alias_function(const char *name, const char *replacement) { (void)name, (void)replacement; }

/* The competitions'. */
#define NONDET(name, type) ANY(__VERIFIER_nondet_##name, type)
#define ANY(function, type)                      \
  WEAK type function(void) {                     \
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
NONDET(signed_char, signed char)
NONDET(unsigned_char, unsigned char)
NONDET(unsigned_short, unsigned short)
NONDET(unsigned_int, unsigned)
NONDET(unsigned_long, unsigned long)
NONDET(long_long, long long)
NONDET(unsigned_long_long, unsigned long long)
ANY(nd, int)

/* The last bytes of a long double are padding. */
WEAK long double __VERIFIER_nondet_long_double(void) {
  long double value = 0;
  next_object(&value, 10);
  return value;
}

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

WEAK void __VERIFIER_assert_not(_Bool condition) { __VERIFIER_assert(!condition); }
WEAK void __VERIFIER_assert_if(_Bool premise, _Bool conclusion) { __VERIFIER_assert(!premise || conclusion); }
WEAK void sea_assert_if(_Bool premise, _Bool conclusion) { __VERIFIER_assert(!premise || conclusion); }
WEAK void sassert(_Bool condition) { __VERIFIER_assert(condition); }
WEAK void __SEA_assume(_Bool condition) { require(condition); }
WEAK void memhavoc(void *object, size_t size) { next_object(object, size); }
WEAK void sea_dsa_alias(const void *first, ...) { (void)first; }

/* CBMC's and ESBMC's. */
WEAK void __CPROVER_assume(_Bool condition) { require(condition); }
WEAK void __CPROVER_assert(_Bool condition, const char *message) {
  if (!condition) fail("assertion", message);
}
WEAK void __ESBMC_unroll(unsigned rounds) { (void)rounds; }
WEAK void __ESBMC_unreachable(void) { fail("error-call", "__ESBMC_unreachable was called"); }
WEAK void __ESBMC_init_object(void *object) {
  (void)object;
  effigy_end(STATUS_NO_TEST, "a native run does not know the size of an object");
}
WEAK void __ESBMC_assume(_Bool condition) { require(condition); }
WEAK void __ESBMC_assert(_Bool condition, const char *message) {
  if (!condition) fail("assertion", message);
}

ANY(nondet_char, char)
ANY(nondet_uchar, unsigned char)
ANY(nondet_short, short)
ANY(nondet_ushort, unsigned short)
ANY(nondet_int, int)
ANY(nondet_uint, unsigned)
ANY(nondet_unsigned, unsigned)
ANY(nondet_unsigned_int, unsigned)
ANY(nondet_long, long)
ANY(nondet_ulong, unsigned long)
ANY(nondet_longlong, long long)
ANY(nondet_ulonglong, unsigned long long)
ANY(nondet_size_t, size_t)
ANY(nondet_u8, uint8_t)
ANY(nondet_u16, uint16_t)
ANY(nondet_u32, uint32_t)
ANY(nondet_u64, uint64_t)
ANY(nondet_int8_t, int8_t)
ANY(nondet_int16_t, int16_t)
ANY(nondet_int32_t, int32_t)
ANY(nondet_int64_t, int64_t)
ANY(nondet_uint8_t, uint8_t)
ANY(nondet_uint16_t, uint16_t)
ANY(nondet_uint32_t, uint32_t)
ANY(nondet_uint64_t, uint64_t)
ANY(nondet_float, float)
ANY(nondet_double, double)
WEAK _Bool nondet_bool(void) { return __VERIFIER_nondet_bool(); }
