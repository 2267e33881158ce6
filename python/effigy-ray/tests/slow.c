/* Paths that each take a while: what is looked at first is symbolic, what runs then is not. */
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  unsigned char bytes[8];
  unsigned large = 0;
  volatile unsigned sum = 0;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  for (int i = 0; i < 8; i++)
    if (bytes[i] > 100) large++;
  for (unsigned i = 0; i < N; i++) sum += i * large;
  if (large == 8 && bytes[0] == 200) abort();
  return large;
}
