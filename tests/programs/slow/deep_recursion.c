// options:
#include <stdio.h>
__attribute__((noinline)) static int f(volatile int *n) { if (*n == 0) return 0; *n -= 1; int r = f(n) + 1; return r ^ (*n); }
int main(int argc, char **argv) { volatile int n = 25000; printf("%d\n", f(&n)); return 0; }
