// effigy: --sym-stdin 3
// getline knows the size of its buffer and makes it larger.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t room = 3;
    char *line = malloc(room);
    if (!line)
        return 0;
    ssize_t count = getline(&line, &room, stdin);
    int last = count > 0 ? line[count - 1] : 0;
    free(line);
    return last == 'q';
}
