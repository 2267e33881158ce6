#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

/* What the calls of a case give, byte by byte. */
static unsigned char given[16384];
static unsigned long count;
static char B[8192];
static wchar_t W[256];

static void put(const void *from, unsigned long bytes) {
  const unsigned char *p = from;
  for (unsigned long i = 0; i < bytes && count < sizeof given; i++) given[count++] = p[i];
}
static void r_i(long value) { put(&value, 8); }
static void r_sign(long value) { r_i(value < 0 ? -1 : value > 0); }
static void r_b(const void *from, unsigned long bytes) { put(from, bytes); }
static void r_s(const char *text) {
  if (!text) { r_i(-1); return; }
  unsigned long n = 0;
  while (text[n]) n++;
  r_i(n);
  put(text, n);
}
static void r_w(const wchar_t *text) {
  if (!text) { r_i(-1); return; }
  unsigned long n = 0;
  while (text[n]) n++;
  r_i(n);
  put(text, 4 * n);
}
static void r_p(const void *at, const void *base) { r_i(at ? (const char *)at - (const char *)base : -1); }
/* Which NaN it is counts as equal: the machine has one of each format. */
static void r_d(double value) {
  if (value != value) { r_i(-77); return; }
  put(&value, 8);
}
static void r_f(float value) {
  if (value != value) { r_i(-77); return; }
  put(&value, 4);
}
static void r_l(long double value) {
  if (value != value) { r_i(-77); return; }
  put(&value, 10);
}
static double D(unsigned long bits) {
  union { unsigned long bits; double value; } u = {bits};
  return u.value;
}
static float F(unsigned bits) {
  union { unsigned bits; float value; } u = {bits};
  return u.value;
}
static long double L(unsigned high, unsigned long low) {
  union { struct { unsigned long low; unsigned short high; } bits; long double value; } u = {{0, 0}};
  u.bits.low = low;
  u.bits.high = high;
  return u.value;
}
static void begin(void) {
  count = 0;
  for (int i = 0; i < 96; i++) B[i] = 'Z';
  for (int i = 0; i < 96; i++) W[i] = 'Z';
  errno = 0;
}
static int ascending(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static void r_tm(const struct tm *t) {
  if (!t) { r_i(-1); return; }
  r_i(t->tm_sec); r_i(t->tm_min); r_i(t->tm_hour); r_i(t->tm_mday); r_i(t->tm_mon); r_i(t->tm_year);
  r_i(t->tm_wday); r_i(t->tm_yday); r_i(t->tm_isdst); r_i(t->tm_gmtoff);
}
