/* Starts a program for replays in a sandbox made of whatever the machine has: name spaces, Landlock, a system call filter,
   limits. Used as

     launcher sandbox=1 fork=1 traced=0 guarded=0 shown=0 seconds=11 memory=1000000 stack=8388608 folder=DIR server=FILE program=FILE [[--] prefix...]

   with the control socket as standard output, and for counted runs also exchange=FILE seen=FILE way=0. The first message tells which layers there are. */
#include "serve.h"
#include <poll.h>
#include <sched.h>

#include "exchange.h"
#include "layers.h"

struct arguments {
  struct plan plan;
  int fork;
  unsigned long stack; /* bytes */
  const char *folder, *server, *program;
  const char *exchange, *seen; /* files of counted runs (counted.h) */
  int way;
  int files[5]; /* the two, then an input for writing and for reading, and an image of memory */
  char **prefix; /* what runs the program, such as valgrind with its options; of counted runs the program's arguments */
};

static const char *value(const char *argument, const char *name) {
  size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static struct arguments parse(char **argv) {
  struct arguments all = {.stack = 8 << 20};
  const char *text;
  for (argv++; *argv; argv++) {
    if ((text = value(*argv, "sandbox"))) all.plan.sandbox = atoi(text);
    else if ((text = value(*argv, "fork"))) all.fork = atoi(text);
    else if ((text = value(*argv, "traced"))) all.plan.traced = atoi(text);
    else if ((text = value(*argv, "shown"))) all.plan.shown = atoi(text);
    else if ((text = value(*argv, "guarded"))) all.plan.guarded = atoi(text);
    else if ((text = value(*argv, "seconds"))) all.plan.seconds = strtoul(text, NULL, 10);
    else if ((text = value(*argv, "memory"))) all.plan.memory = strtoul(text, NULL, 10);
    else if ((text = value(*argv, "stack"))) all.stack = strtoul(text, NULL, 10);
    else if ((text = value(*argv, "folder"))) all.folder = text;
    else if ((text = value(*argv, "server"))) all.server = text;
    else if ((text = value(*argv, "program"))) all.program = text;
    else if ((text = value(*argv, "exchange"))) all.exchange = text;
    else if ((text = value(*argv, "seen"))) all.seen = text;
    else if ((text = value(*argv, "way"))) all.way = atoi(text);
    else {
      argv += strcmp(*argv, "--") == 0;
      break;
    }
  }
  all.prefix = argv;
  return all;
}

/* What the starter has open beside the standard streams is not the program's. */
static void close_inherited(void) {
#ifdef __NR_close_range
  if (syscall(__NR_close_range, 3u, ~0u, 0u) == 0) return;
#endif
  struct rlimit most = {4096, 4096};
  getrlimit(RLIMIT_NOFILE, &most);
  for (int file = 3; (rlim_t)file < most.rlim_cur && file < 1 << 20; file++) close(file);
}

/* The control socket moves out of the program's way, and standard output goes nowhere, or where standard error goes. */
static void take_control(struct plan *plan) {
  close_inherited();
  plan->control = fcntl(1, F_DUPFD_CLOEXEC, 200);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (plan->control < 0 || nowhere < 0 || dup2(plan->shown ? 2 : nowhere, 1) != 1) _exit(1);
  close(nowhere);
}

/* A file out of the program's way. */
static int aside(int file) {
  int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 200);
  if (file >= 0) close(file);
  return moved;
}

/* Opens what counted runs share, while that can be done. */
static int open_counted(struct arguments *all) {
  char path[64];
  int *files = all->files;
  files[0] = aside(open(all->exchange, O_RDWR | O_CLOEXEC));
  files[1] = aside(open(all->seen, O_RDWR | O_CLOEXEC));
  files[2] = aside((int)syscall(SYS_memfd_create, "input", 1u /* MFD_CLOEXEC */));
  snprintf(path, sizeof path, "/proc/self/fd/%d", files[2]);
  files[3] = aside(open(path, O_RDONLY | O_CLOEXEC));
  files[4] = aside((int)syscall(SYS_memfd_create, "image", 1u));
  for (int i = 0; i < 5; i++)
    if (files[i] < 0) return -1;
  return ftruncate(files[4], IMAGE_SIZE);
}

static void limits(unsigned long stack) {
  /* One byte: less than any core file, and the value at which the kernel starts no program that collects cores. */
  limit(RLIMIT_CORE, 1, 1);
  limit(RLIMIT_FSIZE, 64 << 20, 64 << 20);
  limit(RLIMIT_NOFILE, 1024, 1024);
  limit(RLIMIT_STACK, stack, RLIM_INFINITY);
  limit(RLIMIT_MEMLOCK, 1 << 20, 1 << 20);
}

/* Where process ids are our own a server gets a mark; the answer is the end of a pipe that holds it, -1 when there is none. */
static int make_mark(uint64_t *number) {
  int *home;
  int ends[2];
  if (!MARKS || prctl(PR_GET_TID_ADDRESS, &home) != 0) return -1;
  if (syscall(__NR_getrandom, number, sizeof *number, 0) != sizeof *number || *number == 0) return -1;
  if (pipe(ends) != 0 || write(ends[1], number, sizeof *number) != sizeof *number) return -1;
  close(ends[1]);
  return ends[0];
}

/* The program, with the fork server in it. */
static _Noreturn void become_server(struct arguments *all, int layers) {
  struct plan *plan = &all->plan;
  uint64_t number = 0;
  int mark = plan->sandbox && (layers & PROCESSES) ? make_mark(&number) : -1;
  char text[128];
  snprintf(text, sizeof text, "%d %d %d %d %d %lu %lu", plan->control, mark, plan->sandbox, plan->writable, plan->guarded,
           plan->seconds, plan->memory);
  setenv("EFFIGY_SERVER", text, 1);
  if (all->exchange) {
    const int *files = all->files;
    snprintf(text, sizeof text, "%d %d %d %d %d %d", files[0], files[1], files[2], files[3], files[4], all->way);
    setenv("EFFIGY_COUNTED", text, 1);
    for (int i = 0; i < 5; i++) fcntl(files[i], F_SETFD, 0);
  }
  setenv("LD_PRELOAD", all->server, 1);
  /* Once for all tests, not in each. */
  setenv("LD_BIND_NOW", "1", 1);
  fcntl(plan->control, F_SETFD, 0);
  if (plan->sandbox && filter_program(plan->writable, 0, mark < 0 ? 0 : number) != 0) quit(plan, 'E', errno);
  int count = 0;
  while (all->prefix[count]) count++;
  char **command = calloc((size_t)count + 2, sizeof *command);
  if (!command) quit(plan, 'E', errno);
  command[0] = (char *)all->program;
  memcpy(command + 1, all->prefix, (size_t)count * sizeof *command);
  execv(all->program, command);
  quit(plan, 'E', errno);
}

/* Serves by executing the program for each test. */
static _Noreturn void execute_tests(struct arguments *all, int filtered) {
  struct plan *plan = &all->plan;
  int before = 0;
  while (all->prefix[before]) before++;
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  tell(plan, 'R', 1);
  struct request request = serve(plan, (char *)all->program, (struct mapped){0, 0});
  char **command = malloc((size_t)(before + request.count + 1) * sizeof *command);
  if (!command) _exit(1);
  memcpy(command, all->prefix, (size_t)before * sizeof *command);
  memcpy(command + before, request.arguments, (size_t)(request.count + 1) * sizeof *command);
  if (plan->sandbox && filtered && filter_program(plan->writable, plan->traced, 0) != 0) _exit(127);
  execv(command[0], command);
  _exit(127);
}

/* The first process inside. */
static _Noreturn void inside(struct arguments *all, int layers, pid_t outside) {
  struct plan *plan = &all->plan;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* Where process ids are our own, the parent has none that is seen here. */
  if (!(layers & PROCESSES) && getppid() != outside) _exit(1);
  limits(all->stack);
  if (plan->sandbox) layers |= confine(layers, all->folder);
  plan->writable = (layers & FILES) != 0;
  if (chdir(all->folder) != 0) quit(plan, 'E', errno);
  /* A server that runs code of the program needs signals to be kept inside by more than the filter of a test. */
  int contained = (layers & FILTER) && (layers & (PROCESSES | SIGNALS));
  if (all->fork && (contained || !plan->sandbox)) layers |= FORKS;
  if (plan->traced && !contained) plan->traced = 0;
  tell(plan, 'L', layers);
  if (layers & FORKS) become_server(all, layers);
  if (all->exchange) quit(plan, 'F', 0);
  execute_tests(all, layers & FILTER);
}

static volatile sig_atomic_t nothing;
static void on_child(int signal) { nothing = signal; }

/* Waits for the end of the first process inside, or of the asking side; nothing that was started stays. */
static int watch(const struct plan *plan, pid_t first) {
  sigset_t none;
  sigemptyset(&none);
  struct pollfd control = {plan->control, 0, 0};
  while (waitpid(first, NULL, WNOHANG) == 0) {
    if (ppoll(&control, 1, NULL, &none) > 0 && control.revents) break;
  }
  kill(first, SIGKILL);
  kill(-first, SIGKILL);
  kill_children();
  return 0;
}

int main(int argc, char **argv) {
  (void)argc;
  struct arguments all = parse(argv);
  if (!all.folder || !all.program) return 2;
  take_control(&all.plan);
  if (all.exchange && open_counted(&all) != 0) quit(&all.plan, 'E', errno);
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction action = {.sa_handler = on_child};
  sigaction(SIGCHLD, &action, NULL);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int layers = all.plan.sandbox ? separate() : 0;
  pid_t outside = getpid(), first = fork();
  if (first < 0) quit(&all.plan, 'E', errno);
  if (first > 0) return watch(&all.plan, first);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &child, NULL);
  setpgid(0, 0);
  inside(&all, layers, outside);
}
