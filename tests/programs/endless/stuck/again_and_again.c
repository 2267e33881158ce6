// effigy: --sym-stdin 1
// A request that fails is made again; it fails for a reason that stays.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int request(const char *name) {
  char *copy = malloc(strlen(name) + 1);
  if (!copy) return 0;
  strcpy(copy, name);
  int found = strcmp(copy, "known") == 0;
  free(copy);
  return found;
}

int main(void) {
  const char *name = getchar() == 'k' ? "known" : "unknown";
  while (!request(name)) { //~ FINDING[endless-loop]: memory that it allocates is released
  }
  return 0;
}
