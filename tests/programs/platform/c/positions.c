// effigy: --sym-file index 3
// A file says where to read in it next; the place is used without a look.
#include <stdio.h>

int main(void) {
    static const int table[4] = {10, 20, 30, 40};
    FILE *file = fopen("index", "rb");
    if (!file) return 1;
    if (fseek(file, 0, SEEK_END) != 0 || ftell(file) != 3) return 2;
    rewind(file);
    int at = fgetc(file);
    if (at != 1 && at != 2) return 3;
    if (fseek(file, at, SEEK_SET) != 0) return 4;
    int entry = fgetc(file);
    if (entry == EOF) return 5;
    fclose(file);
    return table[entry] == 50; //~ FINDING[out-of-bounds]
}
