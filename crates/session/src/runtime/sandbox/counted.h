/* Serving counted runs: a request says that a batch of inputs is in the exchange. */
#include <poll.h>
#include <time.h>

#include "counters.h"

/* How an input comes to the program. */
enum way { WAY_STDIN, WAY_ARGUMENT, WAY_FILE };

#define FILE_NAME "input"

/* What the launcher opened for the server. */
struct files {
  int exchange, seen;
  int input;  /* an empty file in memory, for writing */
  int stdin_; /* the same for reading */
};

struct counted {
  const struct plan *plan;
  struct files files;
  enum way way;
  struct counters counters;
  struct exchange *exchange;
  const char *input; /* the one that is next */
  uint32_t size;
  char *argument; /* room for an input that is an argument */
  char *name;
};

static uint64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static struct result *result_of(const struct counted *s, uint32_t index) {
  return (struct result *)((char *)s->exchange + 4096) + index;
}

/* Goes on to the next input; the first one when there is none yet. */
static void next_input(struct counted *s) {
  const char *at = s->input ? s->input + ((s->size + 3) & ~3u) : (const char *)s->exchange + INPUTS_AT;
  uint32_t size;
  memcpy(&size, at, 4);
  s->input = at + 4;
  s->size = size > INPUTS_ROOM ? 0 : size;
}

/* Puts a whole file's content in place. */
static int fill(int file, const char *bytes, uint32_t size) {
  if (ftruncate(file, 0) != 0) return -1;
  for (uint32_t at = 0; at < size;) {
    ssize_t put = pwrite(file, bytes + at, size - at, at);
    if (put <= 0) return -1;
    at += (uint32_t)put;
  }
  return 0;
}

/* Gives the input to the program that is going to run. Whatever lies in the folder was put there by a run. */
static int put_input(struct counted *s) {
  if (s->way == WAY_STDIN) {
    lseek(s->files.stdin_, 0, SEEK_SET);
    return fill(s->files.input, s->input, s->size);
  }
  if (s->way == WAY_FILE) {
    int file = open(FILE_NAME, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    int put = file < 0 ? -1 : fill(file, s->input, s->size);
    if (file >= 0) close(file);
    return put;
  }
  uint32_t size = (uint32_t)strnlen(s->input, s->size);
  memcpy(s->argument, s->input, size);
  s->argument[size] = 0;
  return 0;
}

/* In the process of a run. */
static struct request begin_counted(struct counted *s, struct mapped mapped, const sigset_t *mask) {
  const struct plan *plan = s->plan;
  struct files *f = &s->files;
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  if (s->way == WAY_STDIN && dup2(f->stdin_, 0) != 0) _exit(1);
  int all[] = {f->exchange, f->seen, f->input, f->stdin_};
  for (int i = 0; i < 4; i++) close(all[i]);
  /* The environment lies behind the arguments. */
  size_t number = 0;
  while (environ[number]) number++;
  char **arguments = mmap(NULL, (number + 4) * sizeof *arguments, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (arguments == MAP_FAILED) _exit(1);
  arguments[0] = s->name;
  int count = 1;
  if (s->way != WAY_STDIN) arguments[count++] = s->way == WAY_FILE ? (char *)FILE_NAME : s->argument;
  memcpy(arguments + count + 1, environ, (number + 1) * sizeof *environ);
  struct request request = {arguments, count, NULL, 0, NULL};
  begin_test(plan, &request, mapped);
  return request;
}

static void on_end(int signal) { (void)signal; }

/* Waits for the end of a process, so long; 0 when it was killed because the time was over. */
static int wait_for(pid_t process, uint64_t milliseconds, const sigset_t *mask, int *status) {
  uint64_t end = milliseconds_now() + milliseconds;
  for (;;) {
    /* Orphans of a test become children of the server where it is the first process of its name space. */
    pid_t ended;
    do ended = waitpid(-1, status, WNOHANG);
    while (ended > 0 && ended != process);
    if (ended == process) return 1;
    uint64_t now = milliseconds_now();
    if (now >= end) break;
    struct timespec left = {(time_t)((end - now) / 1000), (long)((end - now) % 1000 * 1000000)};
    ppoll(NULL, 0, &left, mask);
  }
  kill(process, SIGKILL);
  while (waitpid(process, status, 0) < 0 && errno == EINTR) {}
  return 0;
}

/* Runs the input in a process of its own. Answers 1 in that process. */
static int run_alone(struct counted *s, struct mapped mapped, const sigset_t *mask, int folder, uint32_t index,
                     struct request *request) {
  const struct plan *plan = s->plan;
  struct result *r = result_of(s, index);
  *r = (struct result){.alone = 1};
  memset(s->counters.first, 0, s->counters.count);
  if (folder >= 0) clear_folder(folder);
  if (put_input(s) != 0) quit(plan, 'E', errno);
  pid_t test = plan->mark ? marked_fork(plan->mark) : fork();
  if (test < 0) quit(plan, 'E', errno);
  if (test == 0) {
    if (folder >= 0) close(folder);
    *request = begin_counted(s, mapped, mask);
    return 1;
  }
  int status = 0;
  int ended = wait_for(test, s->exchange->milliseconds, mask, &status);
  if (!plan->sandbox) kill(-test, SIGKILL);
  if (!ended || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) r->end = END_TIME;
  else if (WIFEXITED(status)) r->end = END_EXIT, r->status = (uint16_t)WEXITSTATUS(status);
  else r->end = WTERMSIG(status) == SIGKILL ? END_MEMORY : END_SIGNAL, r->status = (uint16_t)WTERMSIG(status);
  weigh_run(s->exchange, &s->counters, r);
  s->exchange->slow++;
  /* What it printed is read before another run prints. */
  char word[4];
  tell(plan, 'S', (int32_t)index);
  read_whole(plan, word, sizeof word);
  return 0;
}

/* Serves batches until there are no more; returns in the process of each run. A request is four bytes that say nothing. */
static struct request serve_counted(struct counted *s, struct mapped mapped) {
  const struct plan *plan = s->plan;
  int folder = plan->writable ? open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  int here = folder < 0 ? -1 : fcntl(folder, F_DUPFD_CLOEXEC, 200);
  if (folder >= 0) close(folder);
  struct sigaction action = {.sa_handler = on_end};
  sigset_t mask, child;
  sigaction(SIGCHLD, &action, NULL);
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &mask);
  tell(plan, 'R', (int32_t)s->counters.count);
  struct exchange *x = s->exchange;
  for (char word[4];;) {
    read_whole(plan, word, sizeof word);
    uint32_t count = x->count > MOST_RUNS ? MOST_RUNS : x->count;
    x->done = x->words = x->slow = 0;
    s->input = NULL;
    while (x->done < count && x->words < MOST_WORDS - s->counters.count) {
      struct request request;
      next_input(s);
      if (run_alone(s, mapped, &mask, here, x->done, &request)) return request;
      x->done++;
    }
    if (here >= 0) clear_folder(here);
    tell(plan, 'D', (int32_t)x->done);
  }
}

/* Maps what is shared. `text` is what the launcher says: the files' numbers and the way. */
static void start_counted(struct counted *s, const char *text, const char *program, uintptr_t base) {
  struct files *f = &s->files;
  f->exchange = (int)strtol(text, (char **)&text, 10);
  f->seen = (int)strtol(text, (char **)&text, 10);
  f->input = (int)strtol(text, (char **)&text, 10);
  f->stdin_ = (int)strtol(text, (char **)&text, 10);
  s->way = (enum way)strtol(text, (char **)&text, 10);
  s->exchange = mmap(NULL, EXCHANGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, f->exchange, 0);
  s->argument = mmap(NULL, INPUTS_ROOM + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (s->exchange == MAP_FAILED || s->argument == MAP_FAILED) quit(s->plan, 'E', errno);
  if (find_counters(&s->counters, program, base) != 0) quit(s->plan, 'N', 0);
  if (share_counters(&s->counters, f->seen) != 0) quit(s->plan, 'E', errno);
}
