/* `fgets` in a form that a sanitizer sees into: the one of the library writes unwatched. */
#include <stdio.h>

extern void *__asan_region_is_poisoned(void *start, size_t size);

char *__wrap_fgets(char *text, int size, FILE *file) {
  int length = 0, c = 0;
  /* The room that it is told to have, whatever the line takes of it. */
  volatile char *missing = size < 1 ? NULL : __asan_region_is_poisoned(text, size);
  if (missing) *missing = 0;
  while (length < size - 1 && (c = getc(file)) != EOF) {
    text[length++] = (char)c;
    if (c == '\n') break;
  }
  if (size < 1 || (c == EOF && (length == 0 || ferror(file)))) return NULL;
  text[length] = 0;
  return text;
}
