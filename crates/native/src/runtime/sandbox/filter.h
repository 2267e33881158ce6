/* Which system calls a replayed program may make. Two filters: `filter_program` for all that runs in a sandbox, and
   `filter_test` on top of it for one test, which knows the test's own process. A filter costs more than the process that it
   is for, so where process ids are the sandbox's own the first one does the work of both: a server starts processes by a
   `clone` that shows its mark (mark.h), and signals reach nothing but the test. */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mark.h"

#if defined(__x86_64__)
#define FILTER_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FILTER_ARCH AUDIT_ARCH_AARCH64
#endif

#define FILTER_ROOM 1024
struct filter {
  struct sock_filter code[FILTER_ROOM];
  unsigned short length;
};

#define NUMBER offsetof(struct seccomp_data, nr)
/* The low word of an argument; both architectures are little endian. */
#define ARGUMENT(n) (unsigned)(offsetof(struct seccomp_data, args) + 8 * (n))
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))

static void emit(struct filter *f, unsigned short code, unsigned k, unsigned char yes, unsigned char no) {
  if (f->length < FILTER_ROOM) f->code[f->length++] = (struct sock_filter){code, yes, no, k};
}

static void load(struct filter *f, unsigned offset) { emit(f, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void answer(struct filter *f, unsigned action) { emit(f, BPF_RET | BPF_K, action, 0, 0); }

/* `action` for the call `number`, whose number is loaded. */
static void on_call(struct filter *f, unsigned number, unsigned action) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
  answer(f, action);
}

/* The call is refused when its argument has one of `bits`, and allowed otherwise. */
static void on_bits(struct filter *f, unsigned number, int argument, unsigned bits, unsigned refused) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
  load(f, ARGUMENT(argument));
  emit(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  answer(f, refused);
  answer(f, SECCOMP_RET_ALLOW);
}

/* The call gets `listed` when its argument is one of `values`, and `other` otherwise. */
static void on_values(struct filter *f, unsigned number, int argument, const unsigned *values, unsigned char count,
                      unsigned listed, unsigned other) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, (unsigned char)(1 + 2 * count + 1));
  load(f, ARGUMENT(argument));
  for (unsigned char i = 0; i < count; i++) on_call(f, values[i], listed);
  answer(f, other);
}

static int install(struct filter *f) {
  struct sock_fprog program = {f->length, f->code};
  return f->length == FILTER_ROOM ? -1 : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#ifdef FILTER_ARCH

/* Calls that change nothing outside of the process. */
static const unsigned harmless[] = {
#include "harmless.h"
};

/* Calls that change files; they are allowed where the only file system that can be changed is the test's own. */
static const unsigned changes[] = {
#include "changes.h"
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void on_new_processes(struct filter *f) {
#ifdef __NR_fork
  on_call(f, __NR_fork, REFUSE(EAGAIN));
  on_call(f, __NR_vfork, REFUSE(EAGAIN));
#endif
}

/* Refused for groups of processes, and for the first process of the name space, which is the server. */
static void on_signal(struct filter *f, unsigned number) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5);
  load(f, ARGUMENT(0));
  emit(f, BPF_JMP | BPF_JGT | BPF_K, 0x7fffffff, 1, 0);
  emit(f, BPF_JMP | BPF_JGT | BPF_K, 1, 1, 0);
  answer(f, REFUSE(EPERM));
  answer(f, SECCOMP_RET_ALLOW);
}

/* Nothing of a test outlives its process, and only calls with the mark start others. */
static void on_marked(struct filter *f, uint64_t mark) {
  on_new_processes(f);
  on_signal(f, __NR_kill);
  on_signal(f, __NR_tgkill);
  on_signal(f, __NR_tkill);
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 8);
  load(f, ARGUMENT(0));
  emit(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 5, 0);
  load(f, ARGUMENT(MARKED));
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)mark, 0, 2);
  load(f, ARGUMENT(MARKED) + 4);
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(mark >> 32), 1, 0);
  answer(f, REFUSE(EAGAIN));
  answer(f, SECCOMP_RET_ALLOW);
  on_call(f, __NR_setsid, REFUSE(EPERM));
  on_call(f, __NR_setpgid, REFUSE(EPERM));
}

/* `writable`: mounts keep changes of files inside. `traced`: the leak sanitizer stops its own threads by ptrace. `mark`: of
   the server, 0 where each test has a filter of its own. */
static int filter_program(int writable, int traced, uint64_t mark) {
  static struct filter filter;
  struct filter *f = &filter;
  f->length = 0;
  load(f, offsetof(struct seccomp_data, arch));
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, FILTER_ARCH, 1, 0);
  answer(f, REFUSE(EPERM));
  load(f, NUMBER);
  /* The calls of the x32 interface, and those that are younger than this list. */
  emit(f, BPF_JMP | BPF_JGT | BPF_K, 470, 0, 1);
  answer(f, REFUSE(ENOSYS));
  /* Their arguments are out of a filter's sight; libraries fall back to the older calls. */
#ifdef __NR_clone3
  on_call(f, __NR_clone3, REFUSE(ENOSYS));
#endif
#ifdef __NR_openat2
  on_call(f, __NR_openat2, REFUSE(ENOSYS));
#endif
  if (mark) on_marked(f, mark);
  for (unsigned i = 0; i < COUNT(harmless); i++) on_call(f, harmless[i], SECCOMP_RET_ALLOW);
  const unsigned writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  on_bits(f, __NR_openat, 2, writable ? 0 : writing, REFUSE(EROFS));
#ifdef __NR_open
  on_bits(f, __NR_open, 1, writable ? 0 : writing, REFUSE(EROFS));
#endif
  for (unsigned i = 0; writable && i < COUNT(changes); i++) on_call(f, changes[i], SECCOMP_RET_ALLOW);
  /* TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX */
  const unsigned controls[] = {0x5401, 0x5413, 0x541b, 0x5421, 0x5451, 0x5450};
  on_values(f, __NR_ioctl, 1, controls, COUNT(controls), SECCOMP_RET_ALLOW, REFUSE(ENOTTY));
  /* F_SETOWN, F_SETSIG, F_SETOWN_EX: signals to others through files. */
  const unsigned owners[] = {8, 10, 15};
  on_values(f, __NR_fcntl, 1, owners, COUNT(owners), REFUSE(EPERM), SECCOMP_RET_ALLOW);
  const unsigned self[] = {0};
  on_values(f, __NR_prlimit64, 0, self, 1, SECCOMP_RET_ALLOW, REFUSE(EPERM));
  if (traced) {
    on_call(f, __NR_ptrace, SECCOMP_RET_ALLOW);
    on_call(f, __NR_process_vm_readv, SECCOMP_RET_ALLOW);
  }
  answer(f, REFUSE(EPERM));
  return install(f);
}

/* Signals go to the test's own process only, and it starts no other one. */
static int filter_test(int traced) {
  struct filter filter = {.length = 0}, *f = &filter;
  const unsigned self[] = {(unsigned)getpid()};
  load(f, NUMBER);
  if (!traced) {
    on_values(f, __NR_kill, 0, self, 1, SECCOMP_RET_ALLOW, REFUSE(EPERM));
    on_values(f, __NR_tgkill, 0, self, 1, SECCOMP_RET_ALLOW, REFUSE(EPERM));
    on_values(f, __NR_tkill, 0, self, 1, SECCOMP_RET_ALLOW, REFUSE(EPERM));
    on_new_processes(f);
    emit(f, BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4);
    load(f, ARGUMENT(0));
    emit(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    answer(f, REFUSE(EAGAIN));
    answer(f, SECCOMP_RET_ALLOW);
  }
  on_call(f, __NR_setsid, REFUSE(EPERM));
  on_call(f, __NR_setpgid, REFUSE(EPERM));
  answer(f, SECCOMP_RET_ALLOW);
  return install(f);
}

#else

static int filter_program(int writable, int traced, uint64_t mark) { return (void)writable, (void)traced, (void)mark, -1; }
static int filter_test(int traced) { return (void)traced, -1; }

#endif
