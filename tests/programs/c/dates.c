// effigy: --sym-stdin 1
/* Dates of times and times of dates, in UTC. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const time_t times[] = {0, 951782400, 4107542399, -1};

int main(void) {
  unsigned char choice = 0;
  if (read(0, &choice, 1) != 1 || choice > 3) return 1;
  time_t time = times[choice];
  struct tm date = {0};
  assert(gmtime_r(&time, &date) == &date);
  assert(date.tm_mon >= 0 && date.tm_mon < 12);
  assert(timegm(&date) == time);
  assert(date.tm_mday != 29); //~ FINDING[assertion]: date.tm_mday != 29
  struct tm *shared = gmtime(&time);
  assert(shared->tm_yday == date.tm_yday);
  if (choice == 0) assert(strcmp(asctime(shared), "Thu Jan  1 00:00:00 1970\n") == 0);
  struct tm partly;
  partly.tm_year = 124, partly.tm_mon = 13, partly.tm_mday = 1;
  partly.tm_hour = partly.tm_min = partly.tm_sec = 0;
  assert(timegm(&partly) == 1738368000 && partly.tm_mon == 1);
  date.tm_mday += 40;
  timegm(&date);
  assert(date.tm_mday <= 31);
  assert(difftime(time, 0) >= 0); //~ FINDING[assertion]: difftime(time, 0) >= 0
  return 0;
}
