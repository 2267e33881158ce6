// effigy: --arg
// A command in the program's argument. `divide` is told by what follows it.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  const char *command = argv[1];
  if (strcmp(command, "status") == 0) return 2;
  if (strncmp(command, "divide:", 7) == 0) {
    int by = command[7] - '0';
    if (by < 0 || by > 9) return 3;
    return 100 / by; //~ FINDING[division-by-zero]
  }
  if (strncmp(command, "show ", 5) == 0) return 4;
  return 5;
}
