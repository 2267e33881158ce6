/* A fork server inside of the replayed program: loaded before it, it serves tests at the place where the program would
   begin, so that each test runs in a copy of the loaded process. */
#include "serve.h"
#include "counted.h"
#include <dlfcn.h>
#include <sys/auxv.h>

typedef int main_function(int, char **, char **);

#include "batch.h"
#include "answers.h"

typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

/* The address sanitizer asks for it when it starts. What libc would allocate to say that there is none takes tables of pages
   all over the address space, which would be copied for each test. */
char *swift_demangle(const char *name) {
  (void)name;
  return NULL;
}

static struct mapped mapped_now(void) {
  char text[256] = "";
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  unsigned long pages[6] = {0}, page = (unsigned long)sysconf(_SC_PAGESIZE);
  char *at = text;
  for (int field = 0; field < 6 && got > 0; field++) pages[field] = strtoul(at, &at, 10);
  return (struct mapped){pages[0] * page, pages[5] * page};
}

/* Takes the mark out of the pipe that the launcher left; children find nothing in its place. */
static struct mark *take_mark(int pipe) {
  struct mark *mark = mmap(NULL, sizeof *mark, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long home = 0;
  if (mark == MAP_FAILED || madvise(mark, sizeof *mark, MADV_WIPEONFORK) != 0) _exit(1);
  if (read(pipe, &mark->number, sizeof mark->number) != sizeof mark->number) _exit(1);
  if (prctl(PR_GET_TID_ADDRESS, &home) != 0) _exit(1);
  mark->home = home;
  close(pipe);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return mark;
}

/* Copies with the program's own `malloc` and `memcpy`, which may be a sanitizer's. */
static void guard(char **arguments, int count) {
  for (int i = 1; i < count; i++) {
    size_t size = strlen(arguments[i]) + 1;
    char *copy = malloc(size);
    if (!copy) return;
    arguments[i] = memcpy(copy, arguments[i], size);
  }
}

/* The address that the program's addresses in its file are counted from. */
static uintptr_t program_base(void) {
  const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  for (unsigned long i = 0; i < getauxval(AT_PHNUM); i++)
    if (headers[i].p_type == PT_PHDR) return (uintptr_t)headers - headers[i].p_vaddr;
  return 0;
}

int __libc_start_main(main_function *entry, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*unload)(void), void *stack_end) {
  start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
  const char *text = getenv("EFFIGY_SERVER");
  if (!text) return start(entry, argc, argv, init, fini, unload, stack_end);
  struct plan plan = {0};
  plan.control = (int)strtol(text, (char **)&text, 10);
  int mark = (int)strtol(text, (char **)&text, 10);
  plan.sandbox = (int)strtol(text, (char **)&text, 10);
  plan.writable = (int)strtol(text, (char **)&text, 10);
  plan.guarded = (int)strtol(text, (char **)&text, 10);
  plan.seconds = strtoul(text, (char **)&text, 10);
  plan.memory = strtoul(text, (char **)&text, 10);
  unsetenv("EFFIGY_SERVER");
  unsetenv("LD_PRELOAD");
  unsetenv("LD_BIND_NOW");
  if (mark >= 0) plan.mark = take_mark(mark);
  struct request request;
  const char *counting = getenv("EFFIGY_COUNTED");
  if (counting) {
    static struct counted counted;
    counted.plan = &plan;
    counted.arguments = argv;
    counted.argument_count = argc;
    start_counted(&counted, counting, argv[0], program_base());
    unsetenv("EFFIGY_COUNTED");
    if (!prepare_batches(&counted, entry)) counted.alone = NEVER_BATCHES;
    counted.mapped = mapped_now();
    request = serve_counted(&counted);
    entry = counted.batching ? batch_main : entry;
    return start(entry, request.count, request.arguments, init, fini, unload, stack_end);
  }
  tell(&plan, 'R', 0);
  request = serve(&plan, argv[0], mapped_now());
  if (plan.guarded) guard(request.arguments, request.count);
  environ = request.arguments + request.count + 1;
  return start(entry, request.count, request.arguments, init, fini, unload, stack_end);
}
