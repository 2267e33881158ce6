// effigy: --sym-stdin 2
// A suffix is appended to an array that has room.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[9] = "dir/";
    char word[3] = {0};
    if (fread(word, 1, 2, stdin) != 2)
        return 1;
    strcat(path, word);
    strcat(path, ".c");
    return path[4] == 'x';
}
