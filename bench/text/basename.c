/* basename PATH SUFFIX: the last component of a path, without a suffix. Both are symbolic. */
#include <klee/klee.h>
#include <string.h>
#ifndef N
#define N 7
#endif
#ifndef M
#define M 3
#endif

static void strip_trailing_slashes(char *path) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
}

static char *base_name(char *path) {
  char *slash;
  strip_trailing_slashes(path);
  slash = strrchr(path, '/');
  if (slash == NULL || slash[1] == '\0') return path;
  return slash + 1;
}

/* A name that is the suffix and nothing else stays as it is. */
static void remove_suffix(char *name, const char *suffix) {
  size_t name_length = strlen(name), suffix_length = strlen(suffix);
  if (suffix_length == 0 || suffix_length >= name_length) return;
  char *end = name + (name_length - suffix_length);
  if (strcmp(end, suffix) == 0) *end = '\0';
}

int main(void) {
  char path[N + 1], suffix[M + 1];
  klee_make_symbolic(path, sizeof path, "path");
  klee_make_symbolic(suffix, sizeof suffix, "suffix");
  klee_assume(path[N] == '\0');
  klee_assume(suffix[M] == '\0');
  int empty = path[0] == '\0';
  char *name = base_name(path);
  if (strcmp(name, "/") != 0 && strchr(suffix, '/') == NULL) remove_suffix(name, suffix);
  klee_assert((name[0] == '\0') == empty);
  klee_assert(strcmp(name, "/") == 0 || strchr(name, '/') == NULL);
  return 0;
}
