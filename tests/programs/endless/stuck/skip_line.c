// effigy: --sym-stdin 2
// A comment is skipped to the end of its line. A comment on the last line has none.
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c != '#') return 0;
  while (getchar() != '\n') { //~ FINDING[endless-loop]: the input stays at its end
  }
  return 1;
}
