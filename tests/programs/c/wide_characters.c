// effigy: --sym-stdin 2
/* Strings of wide characters, and a sort whose comparison gets an argument. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static int by_direction(const void *a, const void *b, void *direction) {
  int x = *(const wchar_t *)a, y = *(const wchar_t *)b;
  return *(int *)direction * (x < y ? -1 : x > y);
}

int main(void) {
  unsigned char bytes[2];
  if (read(0, bytes, 2) != 2) return 1;
  wchar_t text[4] = {bytes[0] & 0x7f, bytes[1] & 0x7f, L'z', 0}, copy[8];
  size_t length = wcslen(text);
  assert(length <= 3);
  if (length < 3) return 0;
  wcscpy(copy, text);
  assert(wcscmp(copy, text) == 0);
  wcscat(copy, L"!");
  assert(wcschr(copy, L'!') != NULL);
  assert(towupper(text[0]) != L'Q'); //~ FINDING[assertion]: towupper(text[0]) != L'Q'
  int down = -1;
  qsort_r(text, 3, sizeof *text, by_direction, &down);
  assert(text[0] >= text[2]);
  assert(text[0] == L'z'); //~ FINDING[assertion]: text[0] == L'z'
  return wcsncmp(text, copy, 2) > 2;
}
