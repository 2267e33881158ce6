/* `fgets` in a form that a sanitizer sees into: the one of the library writes unwatched. */
#include <stdio.h>

char *__wrap_fgets(char *text, int size, FILE *file) {
  int length = 0, c = 0;
  while (length < size - 1 && (c = getc(file)) != EOF) {
    text[length++] = (char)c;
    if (c == '\n') break;
  }
  if (size < 1 || (c == EOF && (length == 0 || ferror(file)))) return NULL;
  text[length] = 0;
  return text;
}
