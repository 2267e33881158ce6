/* Lists a tar archive: headers with octal numbers and a sum, file contents, and extended headers of records. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 512

struct entry {
    char name[101];
    uint64_t size;
    char kind;
};

struct archive {
    char *long_name;
    uint64_t bytes;
    int files;
    int directories;
};

/* An octal number that blanks or zeros may surround. */
static int read_octal(const unsigned char *at, size_t width, uint64_t *value) {
    size_t i = 0;
    *value = 0;
    while (i < width && at[i] == ' ')
        i++;
    for (; i < width && at[i] != '\0' && at[i] != ' '; i++) {
        if (at[i] < '0' || at[i] > '7')
            return -1;
        *value = *value << 3 | (uint64_t)(at[i] - '0');
    }
    return 0;
}

/* The sum of the header's bytes with blanks in the place of the sum itself. */
static uint64_t sum_of(const unsigned char *header) {
    uint64_t sum = 0;
    for (int i = 0; i < BLOCK; i++)
        sum += i >= 148 && i < 156 ? ' ' : header[i];
    return sum;
}

static int read_header(struct entry *entry, const unsigned char *header) {
    uint64_t sum;
    if (read_octal(header + 148, 8, &sum) < 0 || sum != sum_of(header))
        return -1;
    if (memcmp(header + 257, "ustar", 5) != 0)
        return -1;
    memcpy(entry->name, header, 100);
    entry->name[100] = '\0';
    entry->kind = (char)header[156];
    return read_octal(header + 124, 12, &entry->size);
}

/* Records of an extended header: `LENGTH KEY=VALUE` and a line break; the length is that of the whole record. */
static int read_records(struct archive *archive, const char *at, const char *end) {
    while (at < end) {
        const char *start = at;
        int length = 0;
        while (at < end && *at >= '0' && *at <= '9' && length < 10000)
            length = length * 10 + (*at++ - '0');
        if (at == start || at == end || *at != ' ' || length > end - start)
            return -1;
        const char *key = ++at;
        const char *equals = memchr(key, '=', (size_t)(end - key));
        if (equals == NULL)
            return -1;
        if (equals - key == 4 && memcmp(key, "path", 4) == 0) {
            long value = length - (equals + 1 - start) - 1;
            free(archive->long_name);
            archive->long_name = calloc(1, BLOCK);
            if (archive->long_name == NULL || value >= BLOCK)
                return -1;
            memcpy(archive->long_name, equals + 1, (size_t)value);
        }
        if (length == 0)
            return -1;
        at = start + length;
    }
    return 0;
}

static int add_entry(struct archive *archive, const struct entry *entry) {
    const char *name = archive->long_name != NULL ? archive->long_name : entry->name;
    if (name[0] == '\0' || strncmp(name, "../", 3) == 0)
        return -1;
    if (entry->kind == '5')
        archive->directories++;
    else
        archive->files++;
    archive->bytes += entry->size;
    free(archive->long_name);
    archive->long_name = NULL;
    return 0;
}

static int read_archive(struct archive *archive, const unsigned char *at, const unsigned char *end) {
    while (end - at >= BLOCK && at[0] != '\0') {
        struct entry entry;
        if (read_header(&entry, at) < 0)
            return -1;
        at += BLOCK;
        if (entry.size > (uint64_t)(end - at))
            return -1;
        if (entry.kind == 'x') {
            if (read_records(archive, (const char *)at, (const char *)at + entry.size) < 0)
                return -1;
        } else if (add_entry(archive, &entry) < 0) {
            return -1;
        }
        uint64_t padded = (entry.size + BLOCK - 1) / BLOCK * BLOCK;
        if (padded > (uint64_t)(end - at))
            return -1;
        at += padded;
    }
    return archive->files;
}

int parse(const unsigned char *data, size_t size) {
    struct archive archive = {0};
    int result = read_archive(&archive, data, data + size);
    free(archive.long_name);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
