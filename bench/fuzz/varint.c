/* Reads a message of fields with varints: a table of strings, and places whose tags are numbers of that table. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STRINGS 64
#define MAX_PLACES 32

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

struct bytes {
    const unsigned char *at;
    size_t size;
};

struct map {
    struct bytes strings[MAX_STRINGS];
    size_t string_count;
    int64_t latitude, longitude;
    int place_count;
    int named;
};

static int read_varint(struct bytes *in, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (in->size == 0)
            return -1;
        unsigned char byte = *in->at++;
        in->size--;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return 0;
    }
    return -1;
}

static int64_t zigzag(uint64_t value) { return (int64_t)(value >> 1 ^ (0 - (value & 1))); }

static int read_bytes(struct bytes *in, struct bytes *out) {
    uint64_t size;
    if (read_varint(in, &size) < 0 || size > in->size)
        return -1;
    out->at = in->at;
    out->size = (size_t)size;
    in->at += size;
    in->size -= (size_t)size;
    return 0;
}

/* The next field: its number, its wire type, and its number or its bytes. */
static int read_field(struct bytes *in, unsigned *number, unsigned *wire, uint64_t *value, struct bytes *bytes) {
    uint64_t tag;
    if (read_varint(in, &tag) < 0 || tag >> 3 == 0 || tag >> 3 > 1000)
        return -1;
    *number = (unsigned)(tag >> 3);
    *wire = tag & 7;
    switch (*wire) {
    case WIRE_VARINT:
        return read_varint(in, value);
    case WIRE_BYTES:
        return read_bytes(in, bytes);
    case WIRE_FIXED32:
    case WIRE_FIXED64: {
        size_t size = *wire == WIRE_FIXED32 ? 4 : 8;
        if (in->size < size)
            return -1;
        in->at += size;
        in->size -= size;
        return 0;
    }
    default:
        return -1;
    }
}

static int read_strings(struct map *map, struct bytes in) {
    unsigned number, wire;
    uint64_t value;
    struct bytes bytes;
    while (in.size > 0) {
        if (read_field(&in, &number, &wire, &value, &bytes) < 0)
            return -1;
        if (number != 1 || wire != WIRE_BYTES)
            continue;
        if (map->string_count == MAX_STRINGS || bytes.size == 0)
            return -1;
        map->strings[map->string_count++] = bytes;
    }
    return 0;
}

static int is_text(const struct bytes *text, const char *word) {
    return text->size == strlen(word) && memcmp(text->at, word, text->size) == 0;
}

/* Tags are pairs of numbers: a key and a value. */
static int read_tags(struct map *map, struct bytes in) {
    while (in.size > 0) {
        uint64_t key, value;
        if (read_varint(&in, &key) < 0 || read_varint(&in, &value) < 0)
            return -1;
        if (key >= map->string_count)
            return -1;
        if (!is_text(&map->strings[key], "name"))
            continue;
        const struct bytes *name = &map->strings[value];
        if (name->at[0] != ' ')
            map->named++;
    }
    return 0;
}

static int read_place(struct map *map, struct bytes in) {
    unsigned number, wire;
    uint64_t value;
    struct bytes bytes;
    if (++map->place_count > MAX_PLACES)
        return -1;
    while (in.size > 0) {
        if (read_field(&in, &number, &wire, &value, &bytes) < 0)
            return -1;
        if (number == 1 && wire == WIRE_VARINT)
            map->latitude = zigzag(value);
        else if (number == 2 && wire == WIRE_VARINT)
            map->longitude = zigzag(value);
        else if (number == 3 && wire == WIRE_BYTES && read_tags(map, bytes) < 0)
            return -1;
    }
    if (map->latitude < -900000 || map->latitude > 900000)
        return -1;
    return map->longitude < -1800000 || map->longitude > 1800000 ? -1 : 0;
}

static int read_map(struct map *map, struct bytes in) {
    unsigned number, wire;
    uint64_t value;
    struct bytes bytes;
    while (in.size > 0) {
        if (read_field(&in, &number, &wire, &value, &bytes) < 0)
            return -1;
        if (wire != WIRE_BYTES)
            continue;
        if (number == 1 && read_strings(map, bytes) < 0)
            return -1;
        if (number == 2 && read_place(map, bytes) < 0)
            return -1;
    }
    return map->named;
}

int parse(const unsigned char *data, size_t size) {
    struct map *map = calloc(1, sizeof *map);
    if (map == NULL)
        return -1;
    int result = read_map(map, (struct bytes){data, size});
    free(map);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
