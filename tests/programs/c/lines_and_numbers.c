// effigy: --sym-stdin 3
// fgets, strtol and atoi: the quotient of a line and a constant, and what comes of a zero.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[8];
    assert(atoi("  -42x") == -42);
    assert(strtol("7fz", NULL, 16) == 0x7f);
    assert(strtol("0x1f", NULL, 0) == 31);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);

    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (int i = 0; line[i] && line[i] != '\n'; i++)
        if (line[i] < '0' || line[i] > '3')
            return 2;

    char *end;
    long value = strtol(line, &end, 10);
    assert(value >= 0 && value <= 333);
    assert(end >= line && end <= line + 3);
    if (end == line)
        return 3;
    if (*end != '\0' && *end != '\n')
        return 4;
    int share = 100 / (int)value; //~ FINDING[division-by-zero]
    assert(share <= 100);
    assert(atoi(line) == value);
    return share > 10 ? 0 : 5;
}
