/* The intrinsics of KLEE that Effigy understands, for programs that include <klee/klee.h>. */
#ifndef EFFIGY_KLEE_H
#define EFFIGY_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the object's bytes symbolic. */
void klee_make_symbolic(void *object, size_t size, const char *name);
/* A symbolic int from `first` on and below `end`. */
int klee_range(int first, int end, const char *name);
/* A symbolic int. */
int klee_int(const char *name);
/* A symbolic number below `n`. */
uintptr_t klee_choose(uintptr_t n);

/* Goes on only with inputs for which the condition holds. */
void klee_assume(uintptr_t condition);
/* Whether the value depends on a symbolic input; always 0 in a native run. */
unsigned klee_is_symbolic(uintptr_t value);
/* Whether this is a native run of a generated test. */
unsigned klee_is_replay(void);

/* One value that the argument can have on this path. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Ends the path without a finding. */
void klee_silent_exit(int status) __attribute__((noreturn));
/* Ends the path with a finding. */
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((noreturn));

/* Messages and hints; they change no path. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_stack_trace(void);
void klee_open_merge(void);
void klee_close_merge(void);

/* Memory. */
void klee_check_memory_access(const void *address, size_t size);
void klee_define_fixed_object(void *address, size_t size);
size_t klee_get_obj_size(void *object);
int klee_get_errno(void);
void klee_alias_function(const char *name, const char *replacement);

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

#define klee_assert(condition) \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))

#ifdef __cplusplus
}
#endif
#endif
