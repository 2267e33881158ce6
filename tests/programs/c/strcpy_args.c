// effigy: --sym-args 5
// An argument copied into a buffer that is one byte too small for the longest one.
#include <stdio.h>
#include <string.h>

static int greet(const char *name) {
    char buffer[5];
    strcpy(buffer, name); //~ FINDING[out-of-bounds]
    return buffer[0] == 'x';
}

static int greet_safely(const char *name) {
    char buffer[5];
    strncpy(buffer, name, sizeof buffer - 1);
    buffer[sizeof buffer - 1] = '\0';
    return (int)strlen(buffer);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    if (greet_safely(argv[1]) > 4)
        return 3;
    if (greet(argv[1]))
        puts("an x");
    return 0;
}
