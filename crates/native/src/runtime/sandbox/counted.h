/* Serving counted runs: a request says that a batch of inputs is in the exchange. One process runs them one after the other
   (batch.h); what it cannot run, and what it dies of, is run in a process of its own. */
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

#include "counters.h"

/* How an input comes to the program. */
enum way { WAY_STDIN, WAY_ARGUMENT };

/* What the launcher opened for the server. */
struct files {
  int exchange, seen;
  int input;  /* an empty file in memory, for writing */
  int stdin_; /* the same for reading */
  int image;
};

#define COMPARED 8          /* first runs that are made both ways */
#define RUNS_ALONE 2048     /* runs after which batches are tried again */
#define NEVER_BATCHES UINT32_MAX

struct counted {
  const struct plan *plan;
  struct files files;
  enum way way;
  struct counters counters;
  struct exchange *exchange;
  const char *input; /* the one that is next */
  uint32_t size;
  char *argument; /* room for an input that is an argument */
  char **arguments; /* what the program is always given, behind its name */
  int argument_count;
  struct mapped mapped;
  sigset_t mask;  /* of signals, before the server blocked some */
  int folder;     /* -1 where it cannot be changed */
  pid_t batch;    /* the process of batches, 0 for none */
  int link;       /* to it, and in it */
  int batching;   /* this is it */
  char *first_counts; /* in it: of the counters at the start of a run */
  uint32_t compared, tried, odd; /* runs that were compared; that were tried in batches; and had to be made otherwise */
  uint32_t alone; /* so many runs have processes of their own before batches are tried again */
};

static int aside_file(int file) {
  int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 200);
  if (file >= 0) close(file);
  return moved;
}

/* Numbers by chance are the same in each run, so that a run covers what it covered before: tables of hashes begin with them. */
#define FIRST_CHANCE 0x853c49e6748fea9bu
static int counting;
static uint64_t chance = FIRST_CHANCE;

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
  if (!counting) return syscall(SYS_getrandom, bytes, size, flags);
  for (size_t i = 0; i < size; i++) {
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    ((unsigned char *)bytes)[i] = (unsigned char)(chance >> 56);
  }
  return (ssize_t)size;
}

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
  uint32_t size = (uint32_t)strnlen(s->input, s->size);
  memcpy(s->argument, s->input, size);
  s->argument[size] = 0;
  return 0;
}

/* In the process of a run, or of many. */
static struct request begin_counted(struct counted *s, int quiet) {
  struct plan plan = *s->plan;
  struct files *f = &s->files;
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &s->mask, NULL);
  if (s->way == WAY_STDIN && dup2(f->stdin_, 0) != 0) _exit(1);
  if (quiet && dup2(1, 2) != 2) _exit(1);
  close(f->exchange);
  close(f->seen);
  if (s->folder >= 0) close(s->folder);
  if (s->batching) {
    /* The server ends runs that take too long. */
    plan.seconds = 1ul << 30;
  } else {
    int others[] = {f->input, f->stdin_, f->image, s->link};
    for (int i = 0; i < 4; i++)
      if (others[i] >= 0) close(others[i]);
    munmap(s->exchange, EXCHANGE_SIZE);
    munmap(s->counters.seen[0], 2 * (size_t)MOST_COUNTERS);
  }
  /* The environment lies behind the arguments. */
  size_t number = 0;
  while (environ[number]) number++;
  int count = s->argument_count;
  char **arguments = mmap(NULL, (number + (size_t)count + 3) * sizeof *arguments, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (arguments == MAP_FAILED) _exit(1);
  memcpy(arguments, s->arguments, (size_t)count * sizeof *arguments);
  if (s->way == WAY_ARGUMENT) arguments[count++] = s->argument;
  memcpy(arguments + count + 1, environ, (number + 1) * sizeof *environ);
  struct request request = {arguments, count, NULL, 0, NULL};
  begin_test(&plan, &request, s->mapped);
  return request;
}

static void on_end(int signal) { (void)signal; }

static pid_t new_process(const struct counted *s) {
  pid_t process = s->plan->mark ? marked_fork(s->plan->mark) : fork();
  if (process < 0) quit(s->plan, 'E', errno);
  return process;
}

/* Whether the process ended. Orphans of a test become children of the server where it is the first process of its name
   space. */
static int has_ended(pid_t process, int *status) {
  pid_t ended;
  do ended = waitpid(-1, status, WNOHANG);
  while (ended > 0 && ended != process);
  return ended == process;
}

static void end_process(const struct counted *s, pid_t process, int *status) {
  kill(process, SIGKILL);
  while (waitpid(process, status, 0) < 0 && errno == EINTR) {}
  if (!s->plan->sandbox) kill(-process, SIGKILL);
}

/* The time that a process has computed. */
static uint64_t computed(pid_t process) {
  struct timespec time = {0, 0};
  clock_gettime((clockid_t)(~(unsigned)process << 3 | 2 /* CPUCLOCK_SCHED */), &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Whether a run takes too long: it computes for so long, or sleeps for longer. A machine that is busy otherwise ends none. */
static int takes_too_long(const struct counted *s, uint64_t time, uint64_t computing) {
  uint64_t most = s->exchange->milliseconds;
  return computing >= most || time >= 4 * most + 1000;
}

static struct timespec span(uint64_t milliseconds) {
  return (struct timespec){(time_t)(milliseconds / 1000), (long)(milliseconds % 1000 * 1000000)};
}

/* Waits for the end of a process; 0 when it was killed because it took too long. */
static int wait_for(const struct counted *s, pid_t process, int *status) {
  uint64_t since = milliseconds_now();
  struct timespec tick = span(s->exchange->milliseconds / 4 + 1);
  while (!has_ended(process, status)) {
    if (takes_too_long(s, milliseconds_now() - since, computed(process))) {
      end_process(s, process, status);
      return 0;
    }
    ppoll(NULL, 0, &tick, &s->mask);
  }
  if (!s->plan->sandbox) kill(-process, SIGKILL);
  return 1;
}

/* Runs the input in a process of its own. Answers 1 in that process. A quiet run is not told of. */
static int run_alone(struct counted *s, struct result *r, int quiet, struct request *request) {
  memset(s->counters.first, 0, s->counters.count);
  forget_compared(&s->counters);
  if (s->folder >= 0) clear_folder(s->folder);
  if (put_input(s) != 0) quit(s->plan, 'E', errno);
  pid_t test = new_process(s);
  if (test == 0) {
    *request = begin_counted(s, quiet);
    return 1;
  }
  int status = 0;
  int ended = wait_for(s, test, &status);
  *r = (struct result){.alone = 1};
  if (!ended || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) r->end = END_TIME;
  else if (WIFEXITED(status)) r->end = END_EXIT, r->status = (uint16_t)WEXITSTATUS(status);
  else r->end = WTERMSIG(status) == SIGKILL ? END_MEMORY : END_SIGNAL, r->status = (uint16_t)WTERMSIG(status);
  weigh_run(s->exchange, &s->counters, r);
  if (s->folder >= 0) clear_folder(s->folder);
  return 0;
}

/* The next run in a process of its own. What it printed is read before another run prints. */
static int next_alone(struct counted *s, struct request *request) {
  struct exchange *x = s->exchange;
  char word[4];
  if (run_alone(s, result_of(s, x->done), 0, request)) return 1;
  x->slow++;
  const struct result *r = result_of(s, x->done);
  if (r->end == END_SIGNAL) x->crash[x->crashes++ % MOST_CRASHES] = crash_of(r->trace, r->status);
  tell(s->plan, 'S', (int32_t)x->done);
  read_whole(s->plan, word, sizeof word);
  x->done++;
  return 0;
}

/* Starts the process of batches; answers 1 in it. */
static int start_batch(struct counted *s, struct request *request) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) quit(s->plan, 'E', errno);
  ends[0] = aside_file(ends[0]);
  ends[1] = aside_file(ends[1]);
  memset(s->counters.first, 0, s->counters.count);
  pid_t process = new_process(s);
  close(ends[process == 0 ? 0 : 1]);
  s->link = ends[process == 0 ? 1 : 0];
  if (process == 0) {
    s->batching = 1;
    *request = begin_counted(s, 1);
    return 1;
  }
  s->batch = process;
  return 0;
}

static void end_batch(struct counted *s) {
  int status;
  if (s->batch) end_process(s, s->batch, &status);
  close(s->link);
  s->link = -1;
  s->batch = 0;
}

/* What the process of batches says: that it is done, or that the next run is none for it; 0 when it ended or hung. */
static char wait_for_batch(struct counted *s) {
  struct exchange *x = s->exchange;
  uint32_t before = x->done;
  uint64_t since = milliseconds_now(), spent = computed(s->batch);
  struct timespec tick = span(x->milliseconds / 4 + 1);
  for (int status;;) {
    struct pollfd link = {s->link, POLLIN, 0};
    char word;
    int ready = ppoll(&link, 1, &tick, &s->mask);
    if (ready > 0) return read(s->link, &word, 1) == 1 ? word : 0;
    if (ready < 0 && has_ended(s->batch, &status)) {
      s->batch = 0;
      return 0;
    }
    uint32_t done = __atomic_load_n(&x->done, __ATOMIC_ACQUIRE);
    uint64_t now = milliseconds_now(), computing = computed(s->batch);
    if (done != before) before = done, since = now, spent = computing;
    else if (takes_too_long(s, now - since, computing - spent)) return 0;
  }
}

/* Runs the input whose result the process of batches has left again: what memory does not hold is not put back. When the
   results differ, but not those of two processes, there are no more batches. Answers 1 in those processes. */
static int compare(struct counted *s, uint32_t index, struct request *request) {
  struct exchange *x = s->exchange;
  struct result *batched = result_of(s, index), alone[2];
  uint32_t wish = x->wish, words = x->words;
  x->wish = WISH_UNSEEN;
  for (int i = 0; i < 2; i++) {
    if (run_alone(s, &alone[i], 1, request)) return 1;
    x->words = words;
    int same = alone[i].end == batched->end && alone[i].status == batched->status && alone[i].trace == batched->trace;
    if (same) break;
    if (i == 0) continue;
    if (alone[1].end != alone[0].end || alone[1].status != alone[0].status || alone[1].trace != alone[0].trace) break;
    s->alone = NEVER_BATCHES;
    batched->end = alone[0].end;
    batched->status = alone[0].status;
  }
  x->wish = wish;
  s->compared++;
  return 0;
}

/* Goes on with a batch. Answers 1 in processes of runs. */
static int go_on(struct counted *s, uint32_t count, struct request *request) {
  struct exchange *x = s->exchange;
  if (s->alone > 0 || (x->wish & WISH_ALONE)) {
    if (s->alone > 0 && s->alone != NEVER_BATCHES) s->alone--;
    next_input(s);
    return next_alone(s, request);
  }
  if (!s->batch && start_batch(s, request)) return 1;
  uint32_t before = x->done, until = s->compared < COMPARED ? before + 1 : count;
  int asked = write(s->link, &until, 4) == 4;
  char word = asked ? wait_for_batch(s) : 0;
  uint32_t done = x->done;
  if (done < before || done > until) done = x->done = before, word = 0;
  for (uint32_t i = before; i < done; i++) next_input(s);
  s->tried += done - before;
  if (word == 'D') {
    if (s->compared < COMPARED && done > before && compare(s, before, request)) return 1;
    if (s->alone == NEVER_BATCHES) end_batch(s);
    return 0;
  }
  if (word != 'A') end_batch(s);
  s->tried++;
  s->odd++;
  if (s->tried >= 32 && s->odd > s->tried / 2) s->alone = RUNS_ALONE, s->tried = s->odd = 0;
  if (s->tried >= 1u << 20) s->tried = s->odd = 0;
  next_input(s);
  return next_alone(s, request);
}

/* Serves batches until there are no more; returns in the processes of runs. A request is four bytes that say nothing. */
static struct request serve_counted(struct counted *s) {
  const struct plan *plan = s->plan;
  struct exchange *x = s->exchange;
  struct request request;
  s->folder = plan->writable ? aside_file(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) : -1;
  struct sigaction action = {.sa_handler = on_end};
  sigset_t child;
  sigaction(SIGCHLD, &action, NULL);
  /* The process of batches may be gone when it is written to. */
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &s->mask);
  tell(plan, 'R', (int32_t)s->counters.count);
  for (char word[4];;) {
    read_whole(plan, word, sizeof word);
    uint32_t count = x->count > MOST_RUNS ? MOST_RUNS : x->count;
    x->done = x->words = x->slow = 0;
    s->input = NULL;
    while (x->done < count && have_room(x, &s->counters))
      if (go_on(s, count, &request)) return request;
    tell(plan, 'D', (int32_t)x->done);
  }
}

/* A part of the address space where nothing is, from and to a multiple of 4 GiB. */
static uintptr_t find_space(size_t size) {
  const size_t unit = 1ul << 32;
  void *place = mmap(NULL, 2 * size + unit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return 0;
  munmap(place, 2 * size + unit);
  /* What the kernel maps next comes to the end of it. */
  return ((uintptr_t)place + unit - 1) & ~(unit - 1);
}

/* Maps what is shared. `text` is what the launcher says: the files' numbers and the way. */
static void start_counted(struct counted *s, const char *text, const char *program, uintptr_t base) {
  struct files *f = &s->files;
  if (s->plan->sandbox && !s->plan->writable) quit(s->plan, 'F', 0);
  f->exchange = (int)strtol(text, (char **)&text, 10);
  f->seen = (int)strtol(text, (char **)&text, 10);
  f->input = (int)strtol(text, (char **)&text, 10);
  f->stdin_ = (int)strtol(text, (char **)&text, 10);
  f->image = (int)strtol(text, (char **)&text, 10);
  s->way = (enum way)strtol(text, (char **)&text, 10);
  s->link = -1;
  counting = 1;
  s->exchange = mmap(NULL, EXCHANGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, f->exchange, 0);
  s->argument = mmap(NULL, INPUTS_ROOM + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (s->exchange == MAP_FAILED || s->argument == MAP_FAILED) quit(s->plan, 'E', errno);
  if (find_counters(&s->counters, program, base) != 0) quit(s->plan, 'N', 0);
  if (share_counters(&s->counters, f->seen) != 0) quit(s->plan, 'E', errno);
}
