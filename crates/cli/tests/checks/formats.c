// effigy: --sym-args 2 --no-replay --cflags -w
// Formats against their arguments.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void tell(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list); //~ FINDING[format]: more arguments
    va_end(list);
}

int main(int argc, char **argv) {
    char text[40];
    int n = 3, m;
    long l = 4;
    switch (argv[1][0]) {
    case 'a':
        printf("%s\n"); //~ FINDING[format]: more arguments
        break;
    case 'b':
        printf("%d %d\n", n); //~ FINDING[format]: more arguments
        break;
    case 'c':
        printf("%d\n", l); //~ FINDING[format]: 64 bits
        break;
    case 'd':
        printf("%ld\n", n); //~ FINDING[format]: 32 bits
        break;
    case 'e':
        printf("%d\n", 1.5); //~ FINDING[format]
        break;
    case 'f':
        printf("%f\n", l); //~ FINDING[format]: a float of 64 bits
        break;
    case 'g':
        printf("%ld\n", 1.5); //~ FINDING[format]: is a float
        break;
    case 'h':
        sprintf(text, "%*d", n); //~ FINDING[format]: more arguments
        break;
    case 'i':
        printf("%s", n); //~ FINDING[format]
        break;
    case 'j':
        printf("%y", n); //~ FINDING[format]: there is not
        break;
    case 'k':
        tell("%d %s", n);
        break;
    case 'l':
        sscanf("5", "%d", n); //~ FINDING[format]
        break;
    case 'm':
        sscanf("5 6", "%d %d", &m); //~ FINDING[format]: more arguments
        break;
    case '%':
        if (argv[1][1] == 's' || argv[1][1] == 'd' || argv[1][1] == '%')
            printf(argv[1]); //~ FINDING[format]
        break;
    case 'n':
        tell("%d %s %c %% %5.2f|%-*d", n, "x", 'c', 2.5, 4, n);
        printf("%hhd %hd %ld %lld %zu %p %x %jd %" PRIu64 "\n", (char)n, (short)n, l, 5ll, sizeof n, (void *)&n, n, (intmax_t)1, (uint64_t)2);
        printf("%d\n", n, l);
        printf("%c%5s%.2s%+d% d%#x%05d%e%g%i%u%o%X", 'a', "b", "cd", n, n, n, n, 1.0, 2.0f, n, 1u, 2u, 3u);
        snprintf(text, sizeof text, "%s-%.*s", "a", 2, "bcd");
        sscanf("5", "%d", &m);
        break;
    }
    return 0;
}
