// effigy:
// A stream is written, set to its start, and read.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes.txt", "w+");
    if (!file)
        return 1;
    fputs("ab", file);
    rewind(file);
    int first = fgetc(file);
    fclose(file);
    return first == 'a';
}
