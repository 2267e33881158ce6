// effigy:
// A stream is read right after it was written. A native run does not show it.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes.txt", "w+");
    if (!file)
        return 1;
    fputs("ab", file);
    int first = fgetc(file); //~ FINDING[invalid-value]
    fclose(file);
    return first == 'a';
}
