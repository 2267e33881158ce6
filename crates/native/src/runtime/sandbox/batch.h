/* Many runs in one process: after each run the memory is as it was before the first one.

   What a run may do is known from a filter of system calls, `filter_batch`. Calls without a lasting effect are allowed.
   Calls whose effect can be undone arrive in `on_call_trapped` and are made there: new memory lies in a part of the address
   space of its own, opened files are noted. All others end the run before they are made, and the run gets a process of its
   own, as it does when it aborts. So nothing needs to be known of a program.

   Memory. All that the program can write, but its stack, is copied to a file, and the file is mapped in its place, private.
   The kernel makes a copy of a page at the first write to it, and counts a fault. When a run had faults, the pages that
   became copies are found in /proc/self/pagemap. They are warm then: copied back after each run, since that costs less than
   a fault. So a run that writes where others wrote has no faults. The filter lets the calls of `own_call` pass. */
#include <pthread.h>
#include <setjmp.h>
#include <ucontext.h>

#define PAGE 4096ul
#define MOST_RANGES 256
#define MOST_PAGES (IMAGE_SIZE / PAGE)
#define MOST_FILES 16
#define HEAP_KEPT (1ul << 20)
#define RELEARN 1024 /* runs after which warm pages are found anew */
#define CRASH_STACK (64ul << 10)
#define OWN_FILES 200
#define ARENA (32ul << 30)

struct range {
  uintptr_t start, end;
  size_t image; /* where its content is in the file */
  size_t first; /* number of its first page among all */
};

struct interval {
  uintptr_t start, end;
};

/* How a signal is handled, as the kernel has it. */
struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void *restorer;
  uint64_t mask;
};

/* Why a run is over. */
enum leave { LEAVE_EXIT = 1, LEAVE_ALONE, LEAVE_CRASH };

static struct batch {
  struct counted *s;
  main_function *entry;
  char *image;
  struct range ranges[MOST_RANGES];
  int range_count;
  struct {
    char *page;
    const char *content;
  } *warm;
  size_t warm_count;
  unsigned char *is_warm; /* of each page */
  uint64_t *entries;      /* room for a part of the page map */
  long faults;
  struct kernel_action crash_handler;
  unsigned runs; /* since the warm pages were found anew */
  jmp_buf out;
  int status;
  uintptr_t heap_first, heap; /* where it begins, and where it ends at the start of a run */
  uintptr_t heap_made, heap_now, heap_used; /* its end for the kernel, for the program, and at most in this run */
  uintptr_t arena, arena_end, arena_next; /* where memory of a run lies */
  int files[MOST_FILES], file_count;
  int streams; /* a standard stream was closed */
  uint64_t handlers;  /* signals whose handling was changed */
  int stack_changed, mask_changed;
  int rust;           /* its runtime asks for handlers at the start of each run */
  int running;        /* a run goes on */
  int are_open;       /* the standard streams, as the program was told */
  int pipe_ignored;   /* the program ignores SIGPIPE, as far as it can tell */
  int in_memory;      /* standard input is not in its file, unless the run asks for it otherwise than by `read` */
  int filed;          /* this run asked so */
  uint32_t taken;     /* bytes of standard input that `read` gave in this run */
  unsigned readers;   /* runs that took standard input by `read` alone, one after the other */
  int short_exit;     /* what comes after the program's own functions at its exit is left out */
  int long_exit;      /* it is not, since it counts */
  uint64_t at_exit;   /* the counters after the program's own functions */
  char *crash_stack;
  int pagemap, nowhere;
  uint32_t size_before;
  void *stack;
  size_t stack_size, stack_guard;
  char **block; /* arguments and environment */
  int argc;
} batch;

#if defined(__x86_64__)

long effigy_own_call(long number, long a, long b, long c, long d, long e, long f);
extern const char effigy_own_call_made[] __attribute__((visibility("hidden")));
__asm__(".text\n.hidden effigy_own_call\n.globl effigy_own_call\n.type effigy_own_call,@function\neffigy_own_call:\n"
        "mov %rdi, %rax\n mov %rsi, %rdi\n mov %rdx, %rsi\n mov %rcx, %rdx\n mov %r8, %r10\n mov %r9, %r8\n mov 8(%rsp), %r9\n"
        "syscall\n.hidden effigy_own_call_made\n.globl effigy_own_call_made\neffigy_own_call_made:\n ret\n");
#define own(number, a, b, c) effigy_own_call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)

static void reset_floats(void) {
  const uint32_t control = 0x1f80;
  const uint16_t word = 0x37f;
  __asm__ volatile("ldmxcsr %0\n\tfldcw %1\n\tcld" : : "m"(control), "m"(word));
}

#define CALL_ARGUMENT(c, n)                                                                                            \
  ((c)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9}[n]])
#define CALL_NUMBER(c) ((c)->uc_mcontext.gregs[REG_RAX])
#define CALL_RESULT(c) ((c)->uc_mcontext.gregs[REG_RAX])
#define CALL_IP(c) ((c)->uc_mcontext.gregs[REG_RIP])

/* The program's own `memcpy` may be one that counts. */
typedef long long part __attribute__((vector_size(16), may_alias));
static void copy_page(char *to, const char *from) {
  for (size_t i = 0; i < PAGE / sizeof(part); i += 4) {
    part a = ((const part *)from)[i], b = ((const part *)from)[i + 1], c = ((const part *)from)[i + 2],
         d = ((const part *)from)[i + 3];
    ((part *)to)[i] = a, ((part *)to)[i + 1] = b, ((part *)to)[i + 2] = c, ((part *)to)[i + 3] = d;
  }
}
static void copy(char *to, const char *from, size_t size) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}
static void clear(char *at, size_t size) { __asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(0) : "memory"); }

static _Noreturn void leave(enum leave why, int status) {
  batch.status = status;
  _longjmp(batch.out, why);
}

/* A number for what the counters have. */
static uint64_t digest(void) {
  const struct counters *c = &batch.s->counters;
  uint64_t sum = 0;
  for (uint32_t at = 0; at < c->count; at += 8) {
    uint64_t eight;
    memcpy(&eight, c->first + at, 8);
    sum = (sum ^ eight ^ at) * 0x9e3779b97f4a7c15u;
  }
  return sum;
}

/* `exit` calls this after what the program registered while it ran. What follows are functions of the start, and those of
   libraries, which take time: when they show nothing in the first runs, they are left out. */
static void on_own_exit(int status, void *nothing) {
  (void)nothing;
  if (batch.short_exit) leave(LEAVE_EXIT, status & 0xff);
  batch.at_exit = digest();
}

/* The last of all. What is still in the buffers of streams goes nowhere. */
static void on_last_exit(int status, void *nothing) {
  (void)nothing;
  if (!batch.block) return;
  if (batch.at_exit != digest()) batch.long_exit = 1;
  leave(LEAVE_EXIT, status & 0xff);
}

/* A crash: a process of its own tells of it. */
static void on_crash(int signal) { leave(LEAVE_CRASH, signal); }

static int is_crash(long signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
}

/* The end of the heap. What lies above the first end is kept for later runs, as long as it is small. */
static long move_heap(uintptr_t end) {
  struct batch *b = &batch;
  if (end < b->heap_first) return (long)b->heap_now;
  if (end > b->heap_made) {
    long made = own(SYS_brk, end, 0, 0);
    if ((uintptr_t)made < end) return (long)b->heap_now;
    b->heap_made = (uintptr_t)made;
  }
  /* What is given back is empty when it is taken again. */
  if (end < b->heap_now) clear((char *)end, b->heap_now - end);
  b->heap_now = end;
  if (end > b->heap_used) b->heap_used = end;
  return (long)end;
}

static int in_arena(uintptr_t at) { return at >= batch.arena && at < batch.arena_next; }

/* A place for new memory; -ENOMEM as an address where there is none. */
static uintptr_t new_place(size_t size) {
  uintptr_t place = batch.arena_next, end = place + ((size + PAGE - 1) & ~(PAGE - 1)) + PAGE;
  if (size == 0 || size > batch.arena_end - place || end > batch.arena_end) return (uintptr_t)-ENOMEM;
  batch.arena_next = end;
  return place;
}

/* Puts standard input into its file, at the place to which it was read. */
static int put_file(int file, const struct counted *s) {
  long put = s->size == 0 ? 0 : effigy_own_call(SYS_pwrite64, file, (long)s->input, s->size, 0, 0, 0);
  if (put != (long)s->size) return -1;
  if (s->size < batch.size_before && own(SYS_ftruncate, file, s->size, 0) != 0) return -1;
  batch.size_before = s->size;
  return 0;
}

static void file_input(void) {
  struct batch *b = &batch;
  if (!b->in_memory || b->filed) return;
  b->filed = 1;
  if (put_file(b->s->files.input, b->s) != 0) own(SYS_exit_group, 1, 0, 0);
  own(SYS_lseek, b->s->files.stdin_, b->taken, SEEK_SET);
}

static long map_memory(ucontext_t *c) {
  long flags = CALL_ARGUMENT(c, 3), place = (long)CALL_ARGUMENT(c, 0);
  if (CALL_ARGUMENT(c, 4) == 0) file_input();
  if (flags & MAP_FIXED) {
    if (!in_arena((uintptr_t)place) || !in_arena((uintptr_t)place + (size_t)CALL_ARGUMENT(c, 1) - 1)) leave(LEAVE_ALONE, 0);
  } else {
    if (flags & (MAP_GROWSDOWN | MAP_HUGETLB)) leave(LEAVE_ALONE, 0);
    place = (long)new_place((size_t)CALL_ARGUMENT(c, 1));
    if (place < 0) return place;
  }
  return effigy_own_call(SYS_mmap, place, CALL_ARGUMENT(c, 1), CALL_ARGUMENT(c, 2), flags | MAP_FIXED, CALL_ARGUMENT(c, 4),
                         CALL_ARGUMENT(c, 5));
}

static long move_memory(ucontext_t *c) {
  uintptr_t old = (uintptr_t)CALL_ARGUMENT(c, 0);
  size_t old_size = (size_t)CALL_ARGUMENT(c, 1), size = (size_t)CALL_ARGUMENT(c, 2);
  long flags = CALL_ARGUMENT(c, 3);
  if (!in_arena(old) || (flags & ~MREMAP_MAYMOVE)) leave(LEAVE_ALONE, 0);
  if (size <= old_size || !(flags & MREMAP_MAYMOVE)) return effigy_own_call(SYS_mremap, (long)old, (long)old_size, (long)size, 0, 0, 0);
  long place = (long)new_place(size);
  if (place < 0) return place;
  return effigy_own_call(SYS_mremap, (long)old, (long)old_size, (long)size, MREMAP_MAYMOVE | MREMAP_FIXED, place, 0);
}

static long open_file(ucontext_t *c, int flags) {
  /* It may be standard input by another name. */
  file_input();
  const int writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  if ((flags & writing) || batch.file_count == MOST_FILES) leave(LEAVE_ALONE, 0);
  long file = effigy_own_call(CALL_NUMBER(c), CALL_ARGUMENT(c, 0), CALL_ARGUMENT(c, 1), CALL_ARGUMENT(c, 2), CALL_ARGUMENT(c, 3), 0, 0);
  if (file >= 0) batch.files[batch.file_count++] = (int)file;
  return file;
}

static const struct kernel_action no_handler = {SIG_DFL, 0, NULL, 0};

static uint64_t signal_bit(long number) { return 1ull << (number - 1); }

/* The program does not see our own handlers. */
static long handle_signal(ucontext_t *c) {
  long number = CALL_ARGUMENT(c, 0), new = CALL_ARGUMENT(c, 1), old = CALL_ARGUMENT(c, 2);
  if (number <= 0 || number > 64) return effigy_own_call(SYS_rt_sigaction, number, new, old, CALL_ARGUMENT(c, 3), 0, 0);
  int ours = number == SIGSYS || (is_crash(number) && !(batch.handlers & signal_bit(number)));
  if (new && number != SIGSYS) batch.handlers |= signal_bit(number);
  long result = number == SIGSYS ? 0 : effigy_own_call(SYS_rt_sigaction, number, new, old, CALL_ARGUMENT(c, 3), 0, 0);
  if (ours && old && result == 0) copy((char *)old, (const char *)&no_handler, sizeof no_handler);
  return result;
}

static long handle_stack(ucontext_t *c) {
  long new = CALL_ARGUMENT(c, 0), old = CALL_ARGUMENT(c, 1);
  static const stack_t none = {.ss_flags = SS_DISABLE};
  int ours = !batch.stack_changed;
  long result = own(SYS_sigaltstack, new, old, 0);
  if (new && result == 0) batch.stack_changed = 1;
  if (ours && old && result == 0) copy((char *)old, (const char *)&none, sizeof none);
  return result;
}

static long change_mask(ucontext_t *c) {
  uint64_t *mask = (uint64_t *)&c->uc_sigmask, new = *(const uint64_t *)CALL_ARGUMENT(c, 1);
  if (CALL_ARGUMENT(c, 2)) *(uint64_t *)CALL_ARGUMENT(c, 2) = *mask;
  new &= ~(signal_bit(SIGSYS) | signal_bit(SIGKILL) | signal_bit(SIGSTOP));
  switch (CALL_ARGUMENT(c, 0)) {
  case SIG_BLOCK: *mask |= new; return 0;
  case SIG_UNBLOCK: *mask &= ~new; return 0;
  case SIG_SETMASK: *mask = new; return 0;
  }
  return -EINVAL;
}

/* TCGETS, TIOCGWINSZ, FIONREAD */
static const unsigned controls[] = {0x5401, 0x5413, 0x541b};

static int is_control(long number) {
  return number == controls[0] || number == controls[1] || number == controls[2];
}

/* Makes a call of the program whose effect can be undone. */
static void on_call_trapped(int signal, siginfo_t *about, void *context) {
  ucontext_t *c = context;
  (void)signal, (void)about;
  uintptr_t first = (uintptr_t)CALL_ARGUMENT(c, 0);
  switch (CALL_NUMBER(c)) {
  case SYS_exit_group: leave(LEAVE_EXIT, (int)first & 0xff);
  case SYS_brk: CALL_RESULT(c) = first == 0 ? (long)batch.heap_now : move_heap(first); return;
  case SYS_mmap: CALL_RESULT(c) = map_memory(c); return;
  case SYS_mremap: CALL_RESULT(c) = move_memory(c); return;
  case SYS_open: CALL_RESULT(c) = open_file(c, (int)CALL_ARGUMENT(c, 1)); return;
  case SYS_openat: CALL_RESULT(c) = open_file(c, (int)CALL_ARGUMENT(c, 2)); return;
  case SYS_rt_sigaction: CALL_RESULT(c) = handle_signal(c); return;
  case SYS_sigaltstack: CALL_RESULT(c) = handle_stack(c); return;
  case SYS_rt_sigprocmask:
    /* The kernel puts the mask back that it kept for this handler. */
    if (CALL_ARGUMENT(c, 3) != 8 || CALL_ARGUMENT(c, 1) == 0) break;
    batch.mask_changed = 1;
    CALL_RESULT(c) = change_mask(c);
    return;
  case SYS_close:
    if (first < 3) batch.streams = 1;
    CALL_RESULT(c) = (unsigned)first >= OWN_FILES ? -EBADF : own(SYS_close, first, 0, 0);
    return;
  case SYS_read: case SYS_write: case SYS_lseek: case SYS_fstat: case SYS_readv: case SYS_writev: case SYS_pread64:
  case SYS_ioctl: case SYS_fcntl: case SYS_newfstatat: case SYS_statx:
    if (batch.in_memory && (unsigned)first == 0 && (CALL_NUMBER(c) != SYS_ioctl || is_control(CALL_ARGUMENT(c, 1)))) {
      file_input();
      CALL_RESULT(c) = effigy_own_call(CALL_NUMBER(c), 0, CALL_ARGUMENT(c, 1), CALL_ARGUMENT(c, 2), CALL_ARGUMENT(c, 3),
                                       CALL_ARGUMENT(c, 4), 0);
      return;
    }
    /* These came here for their file, which is not the program's, or for what cannot be undone. */
    if ((unsigned)first < OWN_FILES) break;
    CALL_RESULT(c) = -EBADF;
    return;
  case SYS_tgkill:
    if (CALL_ARGUMENT(c, 2) == SIGABRT && !(batch.handlers & signal_bit(SIGABRT))) leave(LEAVE_CRASH, SIGABRT);
    break;
  case SYS_munmap: case SYS_mprotect: case SYS_madvise:
    if (!in_arena(first) || !in_arena(first + (size_t)CALL_ARGUMENT(c, 1) - 1)) break;
    CALL_RESULT(c) = own(CALL_NUMBER(c), first, CALL_ARGUMENT(c, 1), CALL_ARGUMENT(c, 2));
    return;
  }
  leave(LEAVE_ALONE, 0);
}

/* As `on_bits` and `on_values` in filter.h, for a call whose first argument is a file. */
static void on_file(struct filter *f, unsigned number) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
  load(f, ARGUMENT(0));
  emit(f, BPF_JMP | BPF_JGE | BPF_K, OWN_FILES, 0, 1);
  answer(f, SECCOMP_RET_TRAP);
  answer(f, SECCOMP_RET_ALLOW);
}

/* The call is allowed when both words of its argument are zero. */
static void on_none(struct filter *f, unsigned number, int argument) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 6);
  load(f, ARGUMENT(argument));
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
  load(f, ARGUMENT(argument) + 4);
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  answer(f, SECCOMP_RET_ALLOW);
  answer(f, SECCOMP_RET_TRAP);
}

/* The call is allowed where it is about memory of a run, whose place begins and ends at a multiple of 4 GiB. */
static void on_arena(struct filter *f, unsigned number) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5);
  load(f, ARGUMENT(0) + 4);
  emit(f, BPF_JMP | BPF_JGE | BPF_K, (unsigned)(batch.arena >> 32), 0, 2);
  emit(f, BPF_JMP | BPF_JGE | BPF_K, (unsigned)(batch.arena_end >> 32), 1, 0);
  answer(f, SECCOMP_RET_ALLOW);
  answer(f, SECCOMP_RET_TRAP);
}

/* Calls without a lasting effect, whatever their arguments are. */
static const unsigned lasting_nothing[] = {
    SYS_rt_sigreturn, SYS_poll, SYS_clock_gettime, SYS_getrandom, SYS_futex,
    SYS_newfstatat, SYS_stat, SYS_lstat, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_time, SYS_gettimeofday, SYS_clock_getres, SYS_nanosleep, SYS_clock_nanosleep, SYS_access,
    SYS_faccessat, SYS_readlink, SYS_readlinkat, SYS_uname, SYS_getcwd, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_getrusage, SYS_getrlimit, SYS_sysinfo, SYS_times, SYS_getcpu, SYS_pause, SYS_select, SYS_ppoll, SYS_pselect6,
    SYS_restart_syscall, SYS_getdents64, SYS_fadvise64, SYS_rt_sigpending, SYS_rt_sigsuspend, SYS_statfs, SYS_fstatfs,
#ifdef SYS_statx
    SYS_statx,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_membarrier
    SYS_membarrier,
#endif
};

/* A filter that allows what is made by `own`; the number of the call is loaded. */
static struct filter *begin_filter(void) {
  static struct filter filter;
  struct filter *f = &filter;
  uintptr_t made = (uintptr_t)effigy_own_call_made;
  f->length = 0;
  load(f, offsetof(struct seccomp_data, instruction_pointer));
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)made, 0, 3);
  load(f, offsetof(struct seccomp_data, instruction_pointer) + 4);
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(made >> 32), 0, 1);
  answer(f, SECCOMP_RET_ALLOW);
  load(f, NUMBER);
  return f;
}

/* From here on, calls that ask standard input otherwise than by `read` arrive in `on_call_trapped`. */
static int filter_input(void) {
  struct filter *f = begin_filter();
  const unsigned of_input[] = {SYS_read, SYS_readv, SYS_pread64, SYS_fstat, SYS_lseek, SYS_ioctl, SYS_newfstatat,
#ifdef SYS_statx
                               SYS_statx,
#endif
  };
  for (unsigned i = 0; i < COUNT(of_input); i++) {
    emit(f, BPF_JMP | BPF_JEQ | BPF_K, of_input[i], 0, 4);
    load(f, ARGUMENT(0));
    emit(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    answer(f, SECCOMP_RET_TRAP);
    answer(f, SECCOMP_RET_ALLOW);
  }
  answer(f, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {f->length, f->code};
  return (int)own(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int filter_batch(void) {
  struct filter *f = begin_filter();
  const unsigned of_files[] = {SYS_read, SYS_write, SYS_fstat, SYS_lseek, SYS_readv, SYS_writev, SYS_pread64};
  for (unsigned i = 0; i < COUNT(of_files); i++) on_file(f, of_files[i]);
  on_values(f, SYS_ioctl, 1, controls, COUNT(controls), SECCOMP_RET_ALLOW, SECCOMP_RET_TRAP);
  /* Standard streams and what is the server's: all others are closed after the run anyway. */
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_close, 0, 5);
  load(f, ARGUMENT(0));
  emit(f, BPF_JMP | BPF_JGE | BPF_K, OWN_FILES, 1, 0);
  emit(f, BPF_JMP | BPF_JGE | BPF_K, 3, 1, 0);
  answer(f, SECCOMP_RET_TRAP);
  answer(f, SECCOMP_RET_ALLOW);
  /* F_GETFD, F_GETFL */
  const unsigned looks[] = {1, 3};
  on_values(f, SYS_fcntl, 1, looks, COUNT(looks), SECCOMP_RET_ALLOW, SECCOMP_RET_TRAP);
  /* Where Rust's runtime finds handlers of crashes it sets none. */
  if (batch.rust) on_none(f, SYS_rt_sigaction, 1);
  on_none(f, SYS_rt_sigprocmask, 1);
  on_none(f, SYS_prlimit64, 2);
  on_arena(f, SYS_munmap);
  on_arena(f, SYS_mprotect);
  on_arena(f, SYS_madvise);
  for (unsigned i = 0; i < COUNT(lasting_nothing); i++) on_call(f, lasting_nothing[i], SECCOMP_RET_ALLOW);
  answer(f, SECCOMP_RET_TRAP);
  return install(f);
}

/* Adds the part of a mapping that is not the server's own. */
static int add_range(uintptr_t start, uintptr_t end, const struct interval *mine, int count) {
  struct batch *b = &batch;
  for (int i = 0; i < count; i++) {
    if (mine[i].end <= start || mine[i].start >= end) continue;
    return (mine[i].start <= start || add_range(start, mine[i].start, mine, count) == 0) &&
                   (mine[i].end >= end || add_range(mine[i].end, end, mine, count) == 0)
               ? 0
               : -1;
  }
  size_t image = 0;
  if (b->range_count > 0) {
    struct range *last = &b->ranges[b->range_count - 1];
    image = last->image + (last->end - last->start);
  }
  if (b->range_count == MOST_RANGES || image + (end - start) > IMAGE_SIZE) return -1;
  b->ranges[b->range_count++] = (struct range){start, end, image, image / PAGE};
  return 0;
}

/* Where this library's own data lies. */
static int find_own(struct dl_phdr_info *info, size_t size, void *found) {
  (void)size;
  struct interval *mine = found;
  uintptr_t here = (uintptr_t)&batch;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *h = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + h->p_vaddr, end = start + h->p_memsz;
    if (h->p_type != PT_LOAD || here < start || here >= end) continue;
    *mine = (struct interval){start & ~(PAGE - 1), (end + PAGE - 1) & ~(PAGE - 1)};
    return 1;
  }
  return 0;
}

static char *new_pages(size_t size) {
  char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) _exit(1);
  return pages;
}

/* Reads the list of mappings; only those that are private and writable count, but for the stack. */
static int find_ranges(const struct interval *mine, int count) {
  char *text = new_pages(1 << 20);
  size_t size = 0;
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return -1;
  for (ssize_t got; size < (1 << 20) - 1 && (got = read(maps, text + size, (1 << 20) - 1 - size)) > 0;) size += (size_t)got;
  close(maps);
  struct interval text_itself = {(uintptr_t)text, (uintptr_t)text + (1 << 20)};
  int failed = 0;
  for (char *line = text, *end; !failed && (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    char *at;
    uintptr_t start = strtoul(line, &at, 16), stop = strtoul(at + 1, &at, 16);
    if (strncmp(at, " rw-p", 5) != 0 || strstr(at, "[stack]")) continue;
    struct interval all[16];
    memcpy(all, mine, (size_t)count * sizeof *mine);
    all[count] = text_itself;
    failed = add_range(start, stop, all, count + 1);
  }
  munmap(text, 1 << 20);
  return failed;
}

/* Copies what is there to the file and maps the file in its place. */
static int take_image(void) {
  struct batch *b = &batch;
  int image = b->s->files.image;
  b->pagemap = aside_file(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
  if (b->pagemap < 0) return -1;
  for (int i = 0; i < b->range_count; i++) {
    struct range *r = &b->ranges[i];
    for (uintptr_t at = r->start; at < r->end;) {
      size_t pages = (r->end - at) / PAGE;
      if (pages > 512) pages = 512;
      long got = effigy_own_call(SYS_pread64, b->pagemap, (long)b->entries, (long)(pages * 8), (long)(at / PAGE * 8), 0, 0);
      if (got != (long)(pages * 8)) return -1;
      for (size_t page = 0; page < pages; page++, at += PAGE)
        if (b->entries[page] >> 62) copy_page(b->image + r->image + (at - r->start), (const char *)at);
    }
  }
  for (int i = 0; i < b->range_count; i++) {
    struct range *r = &b->ranges[i];
    long size = (long)(r->end - r->start);
    long place = effigy_own_call(SYS_mmap, (long)r->start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, image, (long)r->image);
    if (place != (long)r->start) own(SYS_exit_group, 1, 0, 0);
  }
  return own(SYS_mprotect, b->image, IMAGE_SIZE, PROT_READ) == 0 ? 0 : -1;
}

static long faults_now(void) {
  struct rusage usage;
  own(SYS_getrusage, RUSAGE_THREAD, &usage, 0);
  return usage.ru_minflt + usage.ru_majflt;
}

/* Finds the pages that the run was the first to write to. */
static void find_warm(void) {
  struct batch *b = &batch;
  for (int i = 0; i < b->range_count; i++) {
    struct range *r = &b->ranges[i];
    size_t number = r->first;
    for (uintptr_t at = r->start; at < r->end;) {
      size_t pages = (r->end - at) / PAGE;
      if (pages > 512) pages = 512;
      effigy_own_call(SYS_pread64, b->pagemap, (long)b->entries, (long)(pages * 8), (long)(at / PAGE * 8), 0, 0);
      for (size_t page = 0; page < pages; page++, at += PAGE, number++) {
        uint64_t entry = b->entries[page];
        /* Bit 63: it is there; 62: it was put out to a disk; 61: it is the file's. */
        int changed = (entry >> 62 & 1) || ((entry >> 63 & 1) && !(entry >> 61 & 1));
        if (!changed || b->is_warm[number]) continue;
        b->is_warm[number] = 1;
        b->warm[b->warm_count].page = (char *)at;
        b->warm[b->warm_count++].content = b->image + r->image + (at - r->start);
      }
    }
  }
}

static void relearn(void) {
  struct batch *b = &batch;
  b->runs = 0;
  for (int i = 0; i < b->range_count; i++)
    own(SYS_madvise, b->ranges[i].start, b->ranges[i].end - b->ranges[i].start, MADV_DONTNEED);
  for (size_t i = 0; i < b->warm_count; i++) {
    for (int k = 0; k < b->range_count; k++) {
      struct range *r = &b->ranges[k];
      uintptr_t at = (uintptr_t)b->warm[i].page;
      if (at >= r->start && at < r->end) b->is_warm[r->first + (at - r->start) / PAGE] = 0;
    }
  }
  b->warm_count = 0;
}

static void set_crash_stack(void) {
  const stack_t stack = {.ss_sp = batch.crash_stack, .ss_size = CRASH_STACK};
  own(SYS_sigaltstack, &stack, 0, 0);
}

/* Standard input stays in memory once enough runs have shown that the program takes it by `read`. */
static void learn_input(void) {
  struct batch *b = &batch;
  if (b->s->way != WAY_STDIN || b->in_memory || b->readers > COMPARED || b->taken == 0) return;
  int alone = own(SYS_lseek, b->s->files.stdin_, 0, SEEK_CUR) == b->taken;
  b->readers = alone ? b->readers + 1 : COMPARED + 1;
  if (b->readers == COMPARED) b->in_memory = filter_input() == 0;
}

/* As it was before the run. */
static void undo_run(void) {
  struct batch *b = &batch;
  b->running = b->pipe_ignored = 0;
  learn_input();
  if (b->stack_changed) set_crash_stack();
  if (b->mask_changed) {
    static const uint64_t no_signals = 0;
    effigy_own_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&no_signals, 0, 8, 0, 0);
  }
  uint64_t handlers = b->handlers;
  for (int i = 1; handlers; i++, handlers >>= 1)
    if (handlers & 1) {
      const struct kernel_action *before = is_crash(i) ? &b->crash_handler : &no_handler;
      effigy_own_call(SYS_rt_sigaction, i, (long)before, 0, 8, 0, 0);
    }
  b->handlers = 0;
  b->stack_changed = b->mask_changed = 0;
  while (b->file_count > 0) own(SYS_close, b->files[--b->file_count], 0, 0);
  if (b->streams) {
    own(SYS_dup2, b->s->way == WAY_STDIN ? b->s->files.stdin_ : b->nowhere, 0, 0);
    own(SYS_dup2, b->nowhere, 1, 0);
    own(SYS_dup2, b->nowhere, 2, 0);
    b->streams = 0;
  }
  if (b->arena_next != b->arena) own(SYS_munmap, b->arena, b->arena_next - b->arena, 0);
  b->arena_next = b->arena;
  if (b->heap_made - b->heap > HEAP_KEPT) {
    own(SYS_brk, b->heap, 0, 0);
    b->heap_made = b->heap;
  } else if (b->heap_used > b->heap) {
    clear((char *)b->heap, b->heap_used - b->heap);
  }
  b->heap_now = b->heap_used = b->heap;
  long faults = faults_now();
  if (faults != b->faults) find_warm();
  for (size_t i = 0; i < b->warm_count; i++) copy_page(b->warm[i].page, b->warm[i].content);
  if (!b->short_exit && !b->long_exit && b->runs == COMPARED) {
    b->short_exit = 1;
    b->runs = RELEARN;
  }
  if (++b->runs > RELEARN) relearn();
  reset_floats();
  chance = FIRST_CHANCE;
  b->faults = faults == b->faults ? faults : faults_now();
}

/* Gives the input to the next run. */
static int put_batch_input(void) {
  struct batch *b = &batch;
  struct counted *s = b->s;
  if (s->way == WAY_ARGUMENT) {
    uint32_t size = 0;
    while (size < s->size && s->input[size]) size++;
    copy(s->argument, s->input, size);
    s->argument[size] = 0;
    return 0;
  }
  b->taken = 0;
  b->filed = 0;
  if (b->in_memory) return 0;
  own(SYS_lseek, s->files.stdin_, 0, SEEK_SET);
  return put_file(s->files.input, s);
}

static int is_known(const struct exchange *x, uint64_t crash) {
  uint32_t count = x->crashes < MOST_CRASHES ? x->crashes : MOST_CRASHES;
  for (uint32_t i = 0; i < count; i++)
    if (x->crash[i] == crash) return 1;
  return 0;
}

/* Runs inputs until the bound that the server says; answers it with what it is to do. */
static _Noreturn void run_batches(void) {
  struct batch *b = &batch;
  struct counted *s = b->s;
  struct exchange *x = s->exchange;
  for (;;) {
    uint32_t until;
    if (own(SYS_read, s->link, &until, 4) != 4) own(SYS_exit_group, 0, 0, 0);
    b->size_before = UINT32_MAX;
    char word = 'D';
    s->input = NULL;
    for (uint32_t i = 0; i < x->done; i++) next_input(s);
    while (x->done < until && have_room(x, &s->counters)) {
      next_input(s);
      copy((char *)s->counters.first, s->first_counts, s->counters.count);
      forget_compared(&s->counters);
      if (put_batch_input() != 0) own(SYS_exit_group, 1, 0, 0);
      b->faults = b->faults ? b->faults : faults_now();
      int why = _setjmp(b->out);
      b->running = why == 0;
      if (why == 0) exit(b->entry(b->argc, b->block, b->block + b->argc + 1));
      struct result *r = result_of(s, x->done);
      int crashed = why == LEAVE_CRASH;
      int alone = crashed ? !is_known(x, crash_of(trace_of(&s->counters), b->status))
                          : why == LEAVE_ALONE || (uint32_t)b->status == x->suspicious;
      if (!alone) {
        *r = (struct result){.end = crashed ? END_SIGNAL : END_EXIT, .status = (uint16_t)b->status};
        weigh_run(x, &s->counters, r);
      }
      undo_run();
      word = alone ? 'A' : 'D';
      if (alone) break;
      __atomic_store_n(&x->done, x->done + 1, __ATOMIC_RELEASE);
    }
    if (own(SYS_write, s->link, &word, 1) != 1) own(SYS_exit_group, 0, 0, 0);
  }
}

/* Arguments and environment in a block that is put back as all memory is. */
static void make_block(int argc, char **argv) {
  struct batch *b = &batch;
  size_t pointers = 0, bytes = 0;
  int variables = 0;
  while (environ[variables]) variables++;
  for (int i = 0; i < argc; i++) bytes += argv[i] == b->s->argument ? 0 : strlen(argv[i]) + 1;
  for (int i = 0; i < variables; i++) bytes += strlen(environ[i]) + 1;
  pointers = (size_t)(argc + variables + 2) * sizeof(char *);
  char **place = (char **)new_pages(pointers + bytes);
  char *text = (char *)place + pointers;
  for (int i = 0; i < argc + variables; i++) {
    char *from = i < argc ? argv[i] : environ[i - argc];
    int to = i < argc ? i : i + 1;
    if (from == b->s->argument) {
      place[to] = from;
      continue;
    }
    place[to] = text;
    text = stpcpy(text, from) + 1;
  }
  environ = place + argc + 1;
  b->argc = argc;
  b->block = place;
}

/* Where the first thread's stack is does not change from run to run, but libc reads the list of all mappings to tell. Rust's
   runtime asks in each run. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  static int (*real)(pthread_t, pthread_attr_t *);
  if (!real) real = (int (*)(pthread_t, pthread_attr_t *))dlsym(RTLD_NEXT, "pthread_getattr_np");
  if (!batch.stack_size || thread != pthread_self()) return real(thread, attributes);
  pthread_attr_init(attributes);
  pthread_attr_setguardsize(attributes, batch.stack_guard);
  return pthread_attr_setstack(attributes, batch.stack, batch.stack_size);
}

static void find_stack(void) {
  pthread_attr_t attributes;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getguardsize(&attributes, &batch.stack_guard);
  pthread_attr_getstack(&attributes, &batch.stack, &size);
  pthread_attr_destroy(&attributes);
  batch.stack_size = size;
}

static struct interval pages_of(const void *at, size_t size) {
  return (struct interval){(uintptr_t)at, ((uintptr_t)at + size + PAGE - 1) & ~(PAGE - 1)};
}

static void replace_stream(const char *program);

/* In place of the program's `main`. */
static int batch_main(int argc, char **argv, char **variables) {
  (void)variables;
  struct batch *b = &batch;
  struct counted *s = b->s;
  /* The heap is there from the start. */
  free(malloc(1));
  if (s->way == WAY_STDIN) replace_stream(s->arguments[0]);
  find_stack();
  struct sigaction action = {.sa_sigaction = on_call_trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, NULL);
  b->rust = s->exchange->suspicious != UINT32_MAX;
  b->crash_stack = new_pages(CRASH_STACK);
  set_crash_stack();
  action = (struct sigaction){.sa_handler = on_crash, .sa_flags = SA_NODEFER | SA_ONSTACK};
  for (int i = 1; i < 32; i++)
    if (is_crash(i)) sigaction(i, &action, NULL);
  effigy_own_call(SYS_rt_sigaction, SIGSEGV, 0, (long)&b->crash_handler, 8, 0, 0);
  if (on_exit(on_own_exit, NULL) != 0) _exit(1);
  if (own(SYS_madvise, b->image, IMAGE_SIZE, MADV_REMOVE) != 0) _exit(1);
  b->entries = (uint64_t *)new_pages(PAGE);
  b->is_warm = (unsigned char *)new_pages(MOST_PAGES);
  b->warm = (void *)new_pages(MOST_PAGES * sizeof *b->warm);
  s->first_counts = new_pages(s->counters.count + 1);
  memcpy(s->first_counts, s->counters.first, s->counters.count);
  b->heap = b->heap_made = b->heap_now = b->heap_used = (uintptr_t)own(SYS_brk, 0, 0, 0);
  make_block(argc, argv);
  struct interval mine[] = {
      {0, 0},
      pages_of(s->argument, INPUTS_ROOM + PAGE),
      pages_of(b->entries, PAGE),
      pages_of(b->is_warm, MOST_PAGES),
      pages_of(b->warm, MOST_PAGES * sizeof *b->warm),
      pages_of(s->first_counts, s->counters.count + 1),
      pages_of(b->crash_stack, CRASH_STACK),
  };
  dl_iterate_phdr(find_own, mine);
  b->nowhere = aside_file(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (b->nowhere < 0 || mine[0].end == 0 || find_ranges(mine, (int)COUNT(mine)) != 0) _exit(1);
  b->heap_first = b->heap;
  for (int i = 0; i < b->range_count; i++)
    if (b->ranges[i].end == b->heap) b->heap_first = b->ranges[i].start;
  if (own(SYS_dup2, b->nowhere, 2, 0) != 2) _exit(1);
  if (!s->plan->sandbox) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  errno = 0;
  if (take_image() != 0 || filter_batch() != 0) own(SYS_exit_group, 1, 0, 0);
  run_batches();
}

/* In the server: whether there can be batches. */
static int prepare_batches(struct counted *s, main_function *entry) {
  struct batch *b = &batch;
  b->s = s;
  b->entry = entry;
  b->image = mmap(NULL, IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, s->files.image, 0);
  b->arena = b->arena_next = find_space(ARENA);
  b->arena_end = b->arena + ARENA;
  return b->image != MAP_FAILED && b->arena != 0 && on_exit(on_last_exit, NULL) == 0;
}

#else

static int prepare_batches(struct counted *s, main_function *entry) { return (void)s, (void)entry, 0; }
static int batch_main(int argc, char **argv, char **variables) { return (void)argc, (void)argv, (void)variables, 1; }

#endif
