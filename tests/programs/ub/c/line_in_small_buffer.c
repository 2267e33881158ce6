// effigy: --sym-stdin 3
// getline is told of more bytes than its buffer has (POSIX.1-2017, getline; CWE-131).
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t room = 16;
    char *line = malloc(3);
    if (!line)
        return 0;
    ssize_t count = getline(&line, &room, stdin); //~ FINDING[out-of-bounds]
    int last = count > 0 ? line[count - 1] : 0;
    free(line);
    return last == 'q';
}
