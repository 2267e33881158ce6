// Writes megabytes with few instructions: the time is that of the model.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char b[1];
  read(0, b, 1);
  int f = open("fill", O_CREAT | O_WRONLY, 0644);
  char *z = calloc(1, 1 << 20);
  long n = 0;
  while (write(f, z, 1 << 20) > 0 && n < 4000)
    n++;
  return b[0] == 'x';
}
