/* Leaves state of all kinds behind, and exits with the number of the kind that it finds of a run before it: 0 for none. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct node { struct node *next; char text[40]; };
static struct node *list;
static int counter = 7;
static char table[300000];
static char read_only_once[100] = "abc";
static _Thread_local int local = 5;
static int at_exit;
static void leaves(void) { at_exit++; }
static void handles(int number) { (void)number; }
static int calls(void) { static int n; return n++; }

int main(int argc, char **argv) {
  char text[256] = "";
  size_t size = fread(text, 1, 200, stdin);
  struct sigaction before;
  stack_t stack;
  sigset_t mask;
  if (counter++ != 7) return 1;
  if (list) return 2;
  if (calls() != 0 || calls() != 1) return 3;
  if (strcmp(read_only_once, "abc") != 0) return 4;
  for (size_t i = 0; i < sizeof table; i += 1000) if (table[i]) return 5;
  if (local++ != 5) return 6;
  if (getenv("STATE")) return 7;
  if (errno) return 8;
  if (argc != 1 || argv[0][0] != '/') return 9;
  if (fegetround() != FE_TONEAREST) return 11;
  if (sigaction(SIGUSR1, NULL, &before) || before.sa_handler != SIG_DFL) return 12;
  if (sigaction(SIGSEGV, NULL, &before) || before.sa_handler != SIG_DFL) return 13;
  if (sigprocmask(SIG_BLOCK, NULL, &mask) || sigismember(&mask, SIGUSR2)) return 14;
  if (sigaltstack(NULL, &stack) || !(stack.ss_flags & SS_DISABLE)) return 15;
  if (strcmp(setlocale(LC_ALL, NULL), "C") != 0) return 16;
  if (rand() != 1804289383) return 17;
  if (at_exit) return 18;
  int file = open("/dev/null", O_RDONLY);
  if (file != 3) return 19;
  char *memory = malloc(100000);
  if (!memory) return 20;
  /* Fresh memory is empty where it comes from the system. */
  char *more = calloc(1, 150000);
  for (int i = 0; i < 150000; i++) if (!more || more[i]) return 21;
  char *mapped = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED || mapped[100]) return 22;
  char *top = sbrk(5000);
  for (int i = 0; i < 5000; i++) if (top[i]) return 23;

  for (int i = 0; i < 50; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    memcpy(node->text, text, sizeof node->text);
    list = node;
  }
  read_only_once[1] = 'x';
  memset(table, 1, size * 1000 < sizeof table ? size * 1000 : sizeof table);
  setenv("STATE", "left", 1);
  argv[0][0] = 'x';
  strtok(text, " ");
  fesetround(FE_UPWARD);
  signal(SIGUSR1, handles);
  signal(SIGSEGV, handles);
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR2);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  stack = (stack_t){.ss_sp = memory, .ss_size = 60000};
  sigaltstack(&stack, NULL);
  setlocale(LC_ALL, "C.UTF-8");
  memset(mapped, 1, 1 << 16);
  memset(more, 1, 150000);
  memset(top, 1, 5000);
  ungetc('x', stdin);
  atexit(leaves);
  printf("not flushed");
  errno = EINVAL;
  return 0;
}
