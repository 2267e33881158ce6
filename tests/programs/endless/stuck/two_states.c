// effigy: --sym-stdin 1
// A machine of four states whose table sends one letter back and forth.
#include <stdio.h>

enum state { START, LEFT, RIGHT, DONE };

static enum state next(enum state at, int letter) {
  switch (at) {
  case START:
    return letter == 'x' ? LEFT : DONE;
  case LEFT:
    return RIGHT;
  case RIGHT:
    return LEFT;
  default:
    return DONE;
  }
}

int main(void) {
  int letter = getchar();
  enum state at = START;
  while (at != DONE) { //~ FINDING[endless-loop]
    at = next(at, letter);
  }
  return 0;
}
