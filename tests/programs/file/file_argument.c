// effigy: --sym-stdin 4 -- -q @@
// Reads a file that an argument names: all of it by a stream, then parts by a descriptor and by a mapping.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned char *whole(const char *name, long *size) {
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return NULL;
    assert(fgetc(file) != EOF && ftell(file) == 1);
    assert(fseek(file, 0, SEEK_END) == 0 && fseek(file, -9, SEEK_CUR) == -1);
    *size = ftell(file);
    assert(fgetc(file) == EOF && feof(file));
    rewind(file);
    assert(!feof(file));
    unsigned char *bytes = malloc(*size);
    if (bytes != NULL)
        assert(fread(bytes, 1, *size, file) == (size_t)*size);
    fclose(file);
    return bytes;
}

static void compare(const char *name, const unsigned char *bytes, long size) {
    struct stat by_name, opened;
    assert(stat(name, &by_name) == 0 && access(name, R_OK) == 0);
    int file = open(name, O_RDONLY);
    assert(file > 2 && fstat(file, &opened) == 0 && S_ISREG(opened.st_mode));
    assert(opened.st_size == size && by_name.st_size == size);
    unsigned char two[2];
    assert(lseek(file, 1, SEEK_SET) == 1 && read(file, two, 1) == 1 && two[0] == bytes[1]);
    assert(pread(file, two, 2, 2) == 2 && memcmp(two, bytes + 2, 2) == 0);
    assert(lseek(file, 0, SEEK_CUR) == 2);
    unsigned char *mapped = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    assert(mapped != MAP_FAILED && memcmp(mapped, bytes, size) == 0);
    munmap(mapped, size);
    close(file);
    assert(read(file, two, 1) == -1);
    assert(open("elsewhere", O_RDONLY) == -1);
}

int main(int argc, char **argv) {
    long size = 0;
    if (argc != 3 || strcmp(argv[1], "-q") != 0)
        return 2;
    unsigned char *bytes = whole(argv[2], &size);
    if (bytes == NULL)
        return 3;
    compare(argv[2], bytes, size);
    int found = 0;
    if (bytes[0] == 'B' && bytes[1] == 'M')
        found = bytes[bytes[2]]; //~ FINDING[out-of-bounds]: of a heap object of 4 bytes
    free(bytes);
    return found > 9;
}
