// effigy:
// Variadic functions of our own and of the library.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <klee/klee.h>

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

/* A tiny format language: i for int, l for long long, d for double, s for string. */
static long long mixed(const char *kinds, ...) {
    va_list list, copy;
    va_start(list, kinds);
    va_copy(copy, list);
    long long total = 0;
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i':
            total += va_arg(copy, int);
            break;
        case 'l':
            total += va_arg(copy, long long);
            break;
        case 'd':
            total += (long long)va_arg(copy, double);
            break;
        case 's':
            total += (long long)strlen(va_arg(copy, const char *));
            break;
        }
    }
    va_end(copy);
    va_end(list);
    return total;
}

static int format(char *out, size_t size, const char *pattern, ...) {
    va_list list;
    va_start(list, pattern);
    int written = vsnprintf(out, size, pattern, list);
    va_end(list);
    return written;
}

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    assert(sum(0) == 0);
    assert(sum(3, a, b, 10) == a + b + 10);
    assert(sum(8, 1, 2, 3, 4, 5, 6, 7, a) == 28 + a);
    assert(mixed("ilds", (int)a, 1LL << 40, 2.75, "abc") == a + (1LL << 40) + 5);

    char text[16];
    assert(format(text, sizeof text, "%d-%s-%c", 42, "up", 'x') == 7);
    assert(strcmp(text, "42-up-x") == 0);
    assert(format(text, 4, "%05u|%x", 7u, 255u) == 8);
    assert(strcmp(text, "000") == 0);
    assert(sum(2, a, b) != 300 || a > b); //~ FINDING[assertion]: a > b
    printf("%d %ld %s\n", 12, -5L, "done");
    return 0;
}
