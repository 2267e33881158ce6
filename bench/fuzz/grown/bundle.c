/* Reads an archive: a header, the contents of the files, and a directory behind them with a sum of Fletcher. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_SIZE 12
#define MAX_ENTRIES 16
#define MAX_NAME 32

enum { FILE_ENTRY = 0, LINK_ENTRY = 1 };

struct entry {
    int kind;
    char name[MAX_NAME + 1];
    unsigned char *contents;
    size_t size;
    /* The number of the file that a link means. */
    unsigned target;
    int is_dropped;
};

struct archive {
    struct entry entries[MAX_ENTRIES];
    unsigned count;
    const unsigned char *data;
    size_t directory;
};

static unsigned u16(const unsigned char *at) { return at[0] | (unsigned)at[1] << 8; }

static unsigned fletcher(const unsigned char *at, const unsigned char *end) {
    unsigned first = 0, second = 0;
    for (; at < end; at++) {
        first = (first + *at) % 255;
        second = (second + first) % 255;
    }
    return second << 8 | first;
}

/* The entry of that name which is not dropped; NULL when there is none. */
static struct entry *find(struct archive *archive, const char *name) {
    for (unsigned i = 0; i < archive->count; i++)
        if (!archive->entries[i].is_dropped && strcmp(archive->entries[i].name, name) == 0)
            return &archive->entries[i];
    return NULL;
}

static void drop(struct entry *entry) {
    free(entry->contents);
    entry->contents = NULL;
    entry->size = 0;
    entry->is_dropped = 1;
}

/* A file takes the place of an earlier one of its name, as in an archive that was added to. */
static int read_file(struct archive *archive, struct entry *entry, const unsigned char *at) {
    size_t offset = u16(at), size = u16(at + 2);
    if (size == 0 || offset < HEADER_SIZE || offset + size > archive->directory)
        return -1;
    struct entry *earlier = find(archive, entry->name);
    if (earlier != NULL && earlier->kind != FILE_ENTRY)
        return -1;
    entry->contents = malloc(size);
    if (entry->contents == NULL)
        return -1;
    memcpy(entry->contents, archive->data + offset, size);
    entry->size = size;
    if (earlier != NULL)
        drop(earlier);
    return 0;
}

/* A link is a further name of an earlier file. */
static int read_link(struct archive *archive, struct entry *entry, const unsigned char *at) {
    entry->target = u16(at);
    if (entry->target >= archive->count || archive->entries[entry->target].kind != FILE_ENTRY)
        return -1;
    return find(archive, entry->name) == NULL ? 0 : -1;
}

static int is_name(const unsigned char *at, size_t length) {
    if (length == 0 || length > MAX_NAME || at[0] == '/')
        return 0;
    for (size_t i = 0; i < length; i++)
        if (at[i] <= ' ' || at[i] > '~')
            return 0;
    return 1;
}

static int read_directory(struct archive *archive, unsigned count, const unsigned char *end) {
    const unsigned char *at = archive->data + archive->directory;
    for (unsigned i = 0; i < count; i++) {
        if (end - at < 2)
            return -1;
        struct entry *entry = &archive->entries[i];
        entry->kind = at[0];
        size_t length = at[1];
        size_t rest = entry->kind == FILE_ENTRY ? 4 : 2;
        if (entry->kind > LINK_ENTRY || length + rest > (size_t)(end - at - 2) || !is_name(at + 2, length))
            return -1;
        memcpy(entry->name, at + 2, length);
        at += 2 + length;
        int result = entry->kind == FILE_ENTRY ? read_file(archive, entry, at) : read_link(archive, entry, at);
        if (result < 0)
            return -1;
        at += rest;
        archive->count++;
    }
    return at == end ? 0 : -1;
}

/* How many names are there under which a script can be started. */
static int count_scripts(const struct archive *archive) {
    int scripts = 0;
    for (unsigned i = 0; i < archive->count; i++) {
        const struct entry *entry = &archive->entries[i];
        if (entry->is_dropped)
            continue;
        const struct entry *file = entry->kind == LINK_ENTRY ? &archive->entries[entry->target] : entry;
        if (file->contents[0] == '#')
            scripts++;
    }
    return scripts;
}

static int read_archive(struct archive *archive, const unsigned char *data, size_t size) {
    if (size < HEADER_SIZE || memcmp(data, "BNDL", 4) != 0 || u16(data + 4) != 1)
        return -1;
    unsigned count = u16(data + 6);
    archive->data = data;
    archive->directory = u16(data + 8);
    if (count == 0 || count > MAX_ENTRIES || archive->directory < HEADER_SIZE || archive->directory > size)
        return -1;
    if (fletcher(data + archive->directory, data + size) != u16(data + 10))
        return -1;
    return read_directory(archive, count, data + size);
}

int parse(const unsigned char *data, size_t size) {
    struct archive archive;
    memset(&archive, 0, sizeof archive);
    int result = read_archive(&archive, data, size);
    if (result == 0)
        result = count_scripts(&archive);
    for (unsigned i = 0; i < MAX_ENTRIES; i++)
        free(archive.entries[i].contents);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
