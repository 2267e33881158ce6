/* Serving tests: a request comes over the control socket, a process of its own runs it, its status goes back. Shared by the
   launcher, whose processes execute the program, and by the fork server inside of the program, whose processes go on. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "filter.h"

/* What the launcher is told, and tells the fork server through the environment. */
struct plan {
  int control;
  int sandbox;  /* filters are installed */
  int traced;   /* the program may trace its own threads */
  int writable; /* the current folder is a file system of the test's own */
  int shown;    /* what the program prints on standard output goes to standard error */
  int guarded;  /* arguments lie in heap blocks of their own, so that a sanitizer sees an access beyond their end */
  unsigned long seconds; /* of CPU time */
  unsigned long memory;  /* bytes that a test may add to what is mapped at its start; 0: no limit */
  struct mark *mark; /* NULL where each test has a filter of its own */
};

/* One test as it was asked for. */
struct request {
  char **arguments; /* the program's name first, NULL last, then the environment */
  int count;
  const char *input; /* standard input, NULL when it comes from `file` */
  uint32_t input_size;
  const char *file;
  const char *files; /* what is to be in the folder: each with its name and its bytes */
  uint32_t file_count;
};

static _Noreturn void quit(const struct plan *plan, char tag, int32_t number) {
  char message[5] = {tag};
  memcpy(message + 1, &number, 4);
  ssize_t written = write(plan->control, message, sizeof message);
  _exit(written == sizeof message ? 0 : 1);
}

static void tell(const struct plan *plan, char tag, int32_t number) {
  char message[5] = {tag};
  memcpy(message + 1, &number, 4);
  if (write(plan->control, message, sizeof message) != sizeof message) _exit(1);
}

/* The asking side is gone, and so is the purpose of all this. */
static void read_whole(const struct plan *plan, char *bytes, size_t size) {
  while (size > 0) {
    ssize_t got = read(plan->control, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    bytes += got;
    size -= (size_t)got;
  }
}

/* The next request. Its bytes: the number of arguments, then each with its length before it and a NUL after it; the length
   of standard input and its bytes, or all ones and the name of a file; the number of files, then the name of each as
   arguments are, and its bytes behind their number. Numbers have four bytes. */
static struct request next_request(const struct plan *plan, char *name) {
  static char *bytes;
  static uint32_t room;
  uint32_t size;
  read_whole(plan, (char *)&size, 4);
  if (size > room) {
    if (bytes) munmap(bytes, room);
    room = (size | 0xffff) + 1;
    bytes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) _exit(1);
  }
  read_whole(plan, bytes, size);
  static char **arguments;
  static uint32_t places;
  uint32_t count, number = 0, length;
  memcpy(&count, bytes, 4);
  while (environ[number]) number++;
  if (count + number + 3 > places) {
    if (arguments) munmap(arguments, places * sizeof *arguments);
    places = count + number + 3;
    arguments = mmap(NULL, places * sizeof *arguments, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (arguments == MAP_FAILED) _exit(1);
  }
  char *at = bytes + 4;
  arguments[0] = name;
  for (uint32_t i = 0; i < count; i++) {
    memcpy(&length, at, 4);
    arguments[i + 1] = at + 4;
    at += 4 + length + 1;
  }
  arguments[count + 1] = NULL;
  memcpy(arguments + count + 2, environ, (number + 1) * sizeof *environ);
  memcpy(&length, at, 4);
  struct request request = {arguments, (int)count + 1, at + 4, length, NULL};
  if (length == UINT32_MAX) request.file = at + 4, request.input = NULL;
  const char *rest = at + 4 + (request.file ? strlen(request.file) + 1 : length);
  memcpy(&request.file_count, rest, 4);
  request.files = rest + 4;
  return request;
}

static void limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return;
  if (hard > now.rlim_max) hard = now.rlim_max;
  if (soft > hard) soft = hard;
  now = (struct rlimit){soft, hard};
  setrlimit(resource, &now);
}

/* What this process has mapped already, in bytes: a sanitizer's shadow counts. */
struct mapped {
  unsigned long all, data;
};

/* Standard input: what fits into a pipe comes through one. */
static void give_input(const struct plan *plan, const struct request *request) {
  int ends[2];
  if (request->file) {
    ends[0] = open(request->file, O_RDONLY);
    if (ends[0] < 0) quit(plan, 'E', errno);
  } else {
    if (request->input_size == 0) return;
    if (pipe(ends) != 0 || write(ends[1], request->input, request->input_size) != (ssize_t)request->input_size)
      quit(plan, 'E', errno);
    close(ends[1]);
  }
  if (dup2(ends[0], 0) != 0) quit(plan, 'E', errno);
  close(ends[0]);
}

/* Makes the folders on the way to a file. */
static void make_folders(const char *name) {
  char path[4096];
  for (size_t i = 0; name[i] && i + 1 < sizeof path; i++) {
    path[i] = name[i];
    path[i + 1] = 0;
    if (name[i + 1] == '/') mkdir(path, 0700);
  }
}

/* The files that a test begins with. */
static void make_files(const struct plan *plan, const struct request *request) {
  const char *at = request->files;
  for (uint32_t i = 0; i < request->file_count; i++) {
    uint32_t length, size;
    memcpy(&length, at, 4);
    const char *name = at + 4;
    memcpy(&size, name + length + 1, 4);
    const char *bytes = name + length + 5;
    at = bytes + size;
    make_folders(name);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) quit(plan, 'E', errno);
    while (size > 0) {
      ssize_t written = write(file, bytes, size);
      if (written <= 0) quit(plan, 'E', errno);
      bytes += written;
      size -= (uint32_t)written;
    }
    close(file);
  }
}

/* An entry as the kernel lists it. */
struct entry {
  uint64_t inode;
  int64_t next;
  unsigned short size;
  unsigned char type;
  char name[];
};

/* Removes what a test left in the folder. Nothing is allocated here: the program's `malloc` may be a sanitizer's, which
   never gives a block back. */
static void clear_folder(int folder) {
  char list[2048] __attribute__((aligned(8)));
  lseek(folder, 0, SEEK_SET);
  for (long got; (got = syscall(SYS_getdents64, folder, list, sizeof list)) > 0;) {
    int removed = 0;
    for (long at = 0; at < got;) {
      struct entry *entry = (struct entry *)(list + at);
      at += entry->size;
      if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
      if (unlinkat(folder, entry->name, 0) == 0) {
        removed = 1;
        continue;
      }
      fchmodat(folder, entry->name, 0700, 0);
      int inner = openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      clear_folder(inner);
      close(inner);
      if (unlinkat(folder, entry->name, AT_REMOVEDIR) == 0) removed = 1;
    }
    /* Places in the list move when entries go. */
    if (removed) lseek(folder, 0, SEEK_SET);
  }
}

/* In the process of a test: its limits, its input, its filter. */
static void begin_test(const struct plan *plan, const struct request *request, struct mapped mapped) {
  give_input(plan, request);
  make_files(plan, request);
  close(plan->control);
  limit(RLIMIT_CPU, plan->seconds, plan->seconds + 1);
  if (plan->memory > 0) {
    limit(RLIMIT_DATA, mapped.data + plan->memory, mapped.data + plan->memory);
    /* Shared memory counts here only; a GiB is for code, and for what is reserved and never touched. */
    rlim_t space = mapped.all + plan->memory + (1ul << 30);
    limit(RLIMIT_AS, space, space);
  }
  if (!plan->sandbox) setpgid(0, 0);
  if (plan->mark) prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  else if (plan->sandbox) filter_test(plan->traced);
  errno = 0;
}

/* Serves requests until there are no more; returns in the process of each test. */
static struct request serve(const struct plan *plan, char *name, struct mapped mapped) {
  int folder = plan->writable || !plan->sandbox ? open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  int here = folder < 0 ? -1 : fcntl(folder, F_DUPFD_CLOEXEC, 200);
  if (folder >= 0) close(folder);
  for (;;) {
    struct request request = next_request(plan, name);
    pid_t test = plan->mark ? marked_fork(plan->mark) : fork();
    if (test == 0) {
      if (here >= 0) close(here);
      begin_test(plan, &request, mapped);
      return request;
    }
    if (test < 0) {
      tell(plan, 'E', errno);
      continue;
    }
    int status = 0;
    pid_t ended;
    /* Orphans of a test become children of the server where it is the first process of its name space. */
    do ended = waitpid(-1, &status, 0);
    while (ended != test && (ended > 0 || errno == EINTR));
    if (!plan->sandbox) kill(-test, SIGKILL);
    if (here >= 0) clear_folder(here);
    tell(plan, 'S', status);
  }
}
