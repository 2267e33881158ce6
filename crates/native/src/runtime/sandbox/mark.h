/* A fork server's own way to start processes: a `clone` with a number that no test knows in an argument that the kernel
   does not look at. The number lies in memory that is empty in every child. */
#define MARKED 2

struct mark {
  uint64_t number;
  long home; /* where libc keeps the id of the thread */
};

#ifndef PR_GET_TID_ADDRESS
#define PR_GET_TID_ADDRESS 40
#endif

#define MARKED_FLAGS (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD)

/* As `fork`, but for what libraries do around it. The mark is never in a child's registers or on its stack. */
#if defined(__x86_64__)
#define MARKS 1
static pid_t marked_fork(const struct mark *mark) {
  register long home __asm__("r10") = mark->home;
  register long local __asm__("r8") = 0;
  long result;
  __asm__ volatile("mov (%[mark]), %%rdx\n\tsyscall\n\txor %%edx, %%edx"
                   : "=a"(result)
                   : "0"((long)__NR_clone), "D"((long)MARKED_FLAGS), "S"(0l), [mark] "r"(mark), "r"(home), "r"(local)
                   : "rcx", "rdx", "r11", "memory");
  return result < 0 ? -1 : (pid_t)result;
}
#elif defined(__aarch64__)
#define MARKS 1
static pid_t marked_fork(const struct mark *mark) {
  register long number __asm__("x8") = __NR_clone;
  register long flags __asm__("x0") = MARKED_FLAGS;
  register long stack __asm__("x1") = 0;
  register long local __asm__("x3") = 0;
  register long home __asm__("x4") = mark->home;
  __asm__ volatile("ldr x2, [%[mark]]\n\tsvc #0\n\tmov x2, #0"
                   : "+r"(flags)
                   : "r"(number), "r"(stack), "r"(local), "r"(home), [mark] "r"(mark)
                   : "x2", "memory");
  return flags < 0 ? -1 : (pid_t)flags;
}
#else
#define MARKS 0
static pid_t marked_fork(const struct mark *mark) { return (void)mark, -1; }
#endif
