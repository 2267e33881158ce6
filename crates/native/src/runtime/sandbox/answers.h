/* Calls of the C library that are answered here while many runs go on in one process, since the kernel takes longer for them
   than many a program for its input. Whatever asks the kernel by other ways gets the same answers: see batch.h. */
#if defined(__x86_64__)

#define REAL(name)                                                                                                     \
  static __typeof__(&name) real;                                                                                       \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t read(int file, void *bytes, size_t size) {
  struct batch *b = &batch;
  if (file == 0 && b->running && b->in_memory && !b->filed && !b->streams) {
    size_t left = b->s->size > b->taken ? b->s->size - b->taken : 0, count = size < left ? size : left;
    copy(bytes, b->s->input + b->taken, count);
    b->taken += (uint32_t)count;
    return (ssize_t)count;
  }
  REAL(read);
  ssize_t got = real(file, bytes, size);
  if (file == 0 && b->running && got > 0) b->taken += (uint32_t)got;
  return got;
}

/* The stream `stdin` asks `read` here, where libc would ask the kernel. */
static ssize_t read_stream(void *nothing, char *bytes, size_t size) { return (void)nothing, read(0, bytes, size); }

static int seek_stream(void *nothing, off64_t *place, int from) {
  struct batch *b = &batch;
  (void)nothing;
  if (!b->in_memory || b->filed || b->streams) {
    *place = lseek64(0, *place, from);
    if (*place >= 0) b->taken = (uint32_t)*place;
    return *place < 0 ? -1 : 0;
  }
  off64_t at = *place + (from == SEEK_SET ? 0 : from == SEEK_CUR ? b->taken : b->s->size);
  if (at < 0 || at > INPUTS_ROOM) return errno = EINVAL, -1;
  b->taken = (uint32_t)at;
  *place = at;
  return 0;
}

static int close_stream(void *nothing) { return (void)nothing, close(0); }

/* Whether the program calls what such a stream does not do as `stdin` does: wide characters, another file behind it. */
static int needs_own_stream(const char *program) {
  static const char *const names[] = {"getw", "wscanf", "fwide", "freopen", "_IO_2_1_stdin_"};
  struct text file = map_file(program);
  int needs = file.bytes == NULL;
  for (size_t i = 0; i < COUNT(names) && !needs; i++) needs = memmem(file.bytes, file.size, names[i], strlen(names[i])) != NULL;
  if (file.bytes) munmap(file.bytes, file.size);
  return needs;
}

static void replace_stream(const char *program) {
  /* Of the size that libc takes for a file: who reads by both sees how far the stream has read. Of its own it takes more. */
  static char room[PAGE];
  const cookie_io_functions_t functions = {read_stream, NULL, seek_stream, close_stream};
  FILE *stream = needs_own_stream(program) ? NULL : fopencookie(NULL, "r", functions);
  if (!stream) return;
  setvbuf(stream, room, _IOFBF, sizeof room);
  stream->_fileno = 0;
  stdin = stream;
}

/* Rust's runtime asks in each run whether the standard streams are open; they are, as long as no run closes them. */
int poll(struct pollfd *files, nfds_t count, int wait) {
  struct batch *b = &batch;
  REAL(poll);
  int asks = b->running && count == 3 && wait == 0;
  for (int i = 0; asks && i < 3; i++) asks = files[i].fd == i && files[i].events == 0;
  if (!asks || b->streams || !b->are_open) {
    int ready = real(files, count, wait);
    if (asks && !b->streams && ready == 0) b->are_open = 1;
    return ready;
  }
  for (int i = 0; i < 3; i++) files[i].revents = 0;
  return 0;
}

/* It ignores SIGPIPE, too. No run has a pipe, so this shows only to who asks for it. */
sighandler_t signal(int number, sighandler_t handler) {
  struct batch *b = &batch;
  REAL(signal);
  if (number != SIGPIPE || !b->running || (b->handlers & signal_bit(SIGPIPE))) return real(number, handler);
  sighandler_t before = b->pipe_ignored ? SIG_IGN : SIG_DFL;
  if (handler == SIG_IGN || handler == SIG_DFL) {
    b->pipe_ignored = handler == SIG_IGN;
    return before;
  }
  return real(number, handler) == SIG_ERR ? SIG_ERR : before;
}

/* And it asks for handlers of crashes, which are ours until the program sets its own. */
int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
  struct batch *b = &batch;
  REAL(sigaction);
  if (b->running && number == SIGPIPE && b->pipe_ignored) {
    struct sigaction ignored = {.sa_handler = SIG_IGN, .sa_flags = SA_RESTART};
    real(SIGPIPE, &ignored, NULL);
    b->pipe_ignored = 0;
  }
  if (!b->running || new || !old || !b->rust || !is_crash(number) || (b->handlers & signal_bit(number)))
    return real(number, new, old);
  *old = (struct sigaction){.sa_handler = on_crash, .sa_flags = SA_NODEFER | SA_ONSTACK};
  return 0;
}

#endif
