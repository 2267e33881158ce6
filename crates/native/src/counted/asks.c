/* Takes its input in the way that the first byte says, and exits with a number for what it saw. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static unsigned sum;
static void see(long number) { sum = sum * 31 + (unsigned)number + 1; }
static void see_bytes(const char *bytes, long count) {
  see(count);
  for (long i = 0; i < count; i++) see(bytes[i]);
}

static void see_rest(int file) {
  char bytes[5];
  long got;
  while ((got = read(file, bytes, sizeof bytes)) > 0) see_bytes(bytes, got);
  see(got);
}

int main(void) {
  struct stat about;
  struct statx more;
  char bytes[64] = "", first = 0;
#ifdef BY_STREAM
  int c = getchar();
  if (c == EOF) return 1;
  first = (char)c;
  setvbuf(stdin, NULL, _IONBF, 0);
#else
  if (read(0, &first, 1) != 1) return 1;
#endif
  struct iovec parts[2] = {{bytes, 2}, {bytes + 2, 9}};
  switch (first) {
  case 'r': see_rest(0); break;
  case 's': for (int c; (c = getchar()) != EOF;) see(c); see(feof(stdin)); break;
  case 'S': fstat(0, &about); see(about.st_size); see(S_ISREG(about.st_mode)); see_rest(0); break;
  case 'x': statx(0, "", AT_EMPTY_PATH, STATX_ALL, &more); see((long)more.stx_size); break;
  case 'n': fstatat(0, "", &about, AT_EMPTY_PATH); see(about.st_size); break;
  case 'l': see(lseek(0, 0, SEEK_CUR)); see(lseek(0, -2, SEEK_END)); see_rest(0); see(lseek(0, 0, SEEK_SET)); see_rest(0); break;
  case 'p': see_bytes(bytes, pread(0, bytes, 20, 0)); see_rest(0); break;
  case 'v': see_bytes(bytes, readv(0, parts, 2)); see_rest(0); break;
  case 'i': { int left = -1; see(ioctl(0, FIONREAD, &left)); see(left); see(isatty(0)); see_rest(0); break; }
  case 'm': {
    fstat(0, &about);
    char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
    if (map != MAP_FAILED) see_bytes(map, about.st_size);
    break;
  }
  case 'M': {
    char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
    if (map != MAP_FAILED) see_bytes(map, 20);
    break;
  }
  case 'o': { int again = open("/dev/stdin", O_RDONLY); see(again); see_rest(again); see_rest(0); break; }
  case 'd': { int again = dup(0); see(again); see_rest(again); break; }
  case 'c': see(close(0)); see_rest(0); see(getchar()); break;
  case 'C': { close(0); int again = open("/dev/null", O_RDONLY); see(again); see_rest(0); break; }
  case 'f': see(fileno(stdin)); see(fseek(stdin, 1, SEEK_SET)); see(getchar()); see(ftell(stdin)); see_rest(0); break;
  case 'F': see(fseek(stdin, -1, SEEK_END)); see(getchar()); rewind(stdin); see(getchar()); see(fseek(stdin, -9, SEEK_SET)); break;
  case 'u': see(ungetc('q', stdin)); see(getchar()); see(getchar()); see(fclose(stdin)); see_rest(0); break;
  case 'L': { char *line = NULL; size_t room = 0; see_bytes(line, getline(&line, &room, stdin)); break; }
  case 'q': { int n = -1; see(scanf("%d", &n)); see(n); see(fread(bytes, 1, 9, stdin)); see_bytes(bytes, 9); break; }
  case 'P': { struct pollfd files[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}; see(poll(files, 3, 0)); see(close(2)); see(poll(files, 3, 0)); see(files[2].revents); break; }
  case 'g': {
    struct sigaction old, new = {.sa_handler = SIG_DFL};
    see(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
    sigaction(SIGPIPE, NULL, &old);
    see(old.sa_handler == SIG_IGN);
    see(signal(SIGPIPE, SIG_IGN) == SIG_IGN);
    sigaction(SIGPIPE, &new, &old);
    see(old.sa_handler == SIG_IGN);
    see(signal(SIGPIPE, SIG_DFL) == SIG_DFL);
    sigaction(SIGSEGV, NULL, &old);
    see(old.sa_handler == SIG_DFL);
    break;
  }
  case 'w': see(write(0, "x", 1)); see(ftruncate(0, 1)); see_rest(0); break;
  case 'z': see(read(0, bytes, 0)); see(read(0, bytes, 3)); see_bytes(bytes, 3); break;
  default: see_rest(0);
  }
  /* Each number is a path of its own, so that counters tell, too. */
  for (unsigned bit = 1; bit & 0xfff; bit <<= 1) if (sum & bit) sum ^= bit << 9;
  return 2 + (int)(sum % 250);
}
