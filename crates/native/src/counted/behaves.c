/* Behaves badly in the way that the first letter of its input names, and well where it names none. What it leaves behind
   would be seen by the run after it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static int runs;
static void *nothing(void *given) { return given; }
static void ignores(int signal) { (void)signal; }
static int deep(int n) { char room[4096]; memset(room, n, sizeof room); return n < 0 ? room[5] : deep(n + 1) + room[7]; }

static int behaves(int how) {
  switch (how) {
  case 'h': for (volatile int i = 0;; i++) {}
  case 's': sleep(1000); return 1;
  case 'm': for (;;) { char *block = malloc(1 << 20); if (!block) return 2; memset(block, 1, 1 << 20); }
  case 'M': for (;;) { char *block = malloc(1 << 20); memset(block, 1, 1 << 20); }
  case 'f': { pid_t child = fork(); if (child == 0) for (;;) sleep(1); return child < 0 ? 3 : 4; }
  case 'w': { FILE *file = fopen("left", "w"); if (!file) return 5; fputs("text", file); return fclose(file) ? 6 : 7; }
  case 'W': for (int i = 0; i < 100; i++) { char name[32]; sprintf(name, "d%d", i); mkdir(name, 0700); } return 8;
  case 'c': fclose(stdin); fclose(stdout); fclose(stderr); return 9;
  case 'C': for (int file = 0; file < 1024; file++) close(file); return 10;
  case 'D': for (int file = 3; file < 1024; file++) dup2(0, file); return 11;
  case 'R': for (int file = 3; file < 1024; file++) { char c; if (read(file, &c, 1) == 1) return 12; write(file, "x", 1); } return 13;
  case 'p': for (;;) puts("without end");
  case 'e': for (;;) fputs("without end\n", stderr);
  case 'a': abort();
  case 'n': *(volatile int *)0 = 1; return 14;
  case 'd': { volatile int zero = 0; return 7 / zero; }
  case 'o': return deep(0);
  case 'x': _exit(15);
  case 'q': quick_exit(16);
  case 't': { pthread_t thread; if (pthread_create(&thread, NULL, nothing, NULL)) return 17; pthread_join(thread, NULL); return 18; }
  case 'T': pthread_exit(NULL);
  case 'k': kill(getpid(), SIGKILL); return 19;
  case 'K': return kill(getppid(), SIGKILL) == 0 ? 20 : 21;
  case 'S': raise(SIGSTOP); return 22;
  case 'i': { struct itimerval soon = {{0, 100}, {0, 100}}; signal(SIGALRM, ignores); setitimer(ITIMER_REAL, &soon, NULL); return 23; }
  case 'b': { sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, NULL); return 24; }
  case 'g': for (int s = 1; s < 65; s++) signal(s, SIG_IGN); return 25;
  case 'u': umask(0); chdir("/"); return 26;
  case 'E': execl("/bin/true", "true", (char *)NULL); return 27;
  case 'z': for (char **v = environ; *v; v++) memset(*v, 'z', strlen(*v)); setenv("LEFT", "x", 1); return 28;
  case 'r': { struct rlimit none = {0, 0}; setrlimit(RLIMIT_DATA, &none); return 29; }
  case 'U': munmap((void *)((uintptr_t)&runs & ~4095ul), 4096); return 30;
  case 'P': mprotect((void *)((uintptr_t)&runs & ~4095ul), 4096, PROT_READ); return 31;
  case 'H': sbrk(1 << 16); sbrk(1 << 22); return 32;
  case 'L': { char *all = malloc(60 << 20); if (!all) return 33; memset(all, 1, 60 << 20); return 34; }
  case 'O': { int file = open("/proc/self/maps", O_RDONLY); char c; return file < 0 || read(file, &c, 1) != 1 ? 35 : file == 3 ? 36 : 37; }
  case 'X': syscall(SYS_exit, 38); return 39;
  case 'Z': { void *place = mmap((void *)0x10000000, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); return place == MAP_FAILED ? 40 : 41; }
  case 'N': { int ends[2]; return pipe(ends) ? 42 : 43; }
  case 'F': { FILE *file = fopen("left", "r"); if (file) return 44; return access("d0", F_OK) == 0 ? 45 : 46; }
  }
  return 0;
}

int main(void) {
  char line[64] = "";
  if (++runs != 1 || getenv("LEFT") || errno) return 99;
  void *first = sbrk(0);
  if (!fgets(line, sizeof line, stdin)) return 50;
  int status = behaves(line[0]);
  if (status) return status;
  /* It works as a first run does. */
  char *large = malloc(200000), *small = malloc(100);
  if (!large || !small || (char *)sbrk(0) < (char *)first) return 98;
  for (int i = 0; i < 200000; i++) large[i] = (char)i;
  free(large);
  puts(small ? line : "");
  return 60 + (int)strlen(line);
}
