// effigy: --sym-stdin 2
// A suffix is appended although the array is full.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[8] = "dir/";
    char word[3] = {0};
    if (fread(word, 1, 2, stdin) != 2)
        return 1;
    strcat(path, word);
    strcat(path, ".c"); //~ FINDING[out-of-bounds]
    return path[4] == 'x';
}
