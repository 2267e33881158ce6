// Compares, searches and prints megabytes with few instructions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned char b[1];
  read(0, b, 1);
  size_t size = 16 << 20;
  char *x = malloc(size), *y = malloc(size);
  memset(x, 'a', size);
  memset(y, 'a', size);
  x[size - 1] = y[size - 1] = 0;
  x[3] = b[0];
  int r = memcmp(x + 4, y + 4, size - 4);
  r += strcmp(x + 4, y + 4) + (strstr(x + 4, "aab") != 0);
  r += printf("%s", x + 4) > 0;
  return r;
}
