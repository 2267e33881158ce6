// Strejcek, IA159, slide 77: the example of whitebox fuzzing. What `cnt` is goes to standard output.
#include <stdlib.h>
#include <unistd.h>

void top(char input[4]) {
  int cnt = 0;
  if (input[0] == 'b') cnt++;
  if (input[1] == 'a') cnt++;
  if (input[2] == 'd') cnt++;
  if (input[3] == '!') cnt++;
  char digit = (char)('0' + cnt);
  write(1, &digit, 1);
  if (cnt >= 3) abort(); // error
}

int main(void) {
  char input[4];
  if (read(0, input, 4) != 4) return 1;
  top(input);
  return 0;
}
