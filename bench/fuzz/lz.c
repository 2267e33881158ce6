/* Unpacks blocks of an LZ format: literals and matches with their lengths in half bytes, which 255s make longer. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIZE 8192

struct output {
    unsigned char *bytes;
    size_t capacity;
    size_t size;
};

struct input {
    const unsigned char *at;
    const unsigned char *end;
};

static uint32_t u32(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static size_t left(const struct input *in) { return (size_t)(in->end - in->at); }

/* A length whose first part is a half byte. */
static int read_length(struct input *in, size_t half, size_t *length) {
    *length = half;
    if (half < 15)
        return 0;
    unsigned char more;
    do {
        if (left(in) == 0)
            return -1;
        more = *in->at++;
        *length += more;
    } while (more == 255);
    return 0;
}

static int copy_literals(struct output *out, struct input *in, size_t length) {
    if (length > left(in) || length > out->capacity - out->size)
        return -1;
    memcpy(out->bytes + out->size, in->at, length);
    in->at += length;
    out->size += length;
    return 0;
}

/* Copies from what was written; the two places may overlap. */
static int copy_match(struct output *out, size_t distance, size_t length) {
    if (distance == 0 || distance > out->size)
        return -1;
    if (out->size + length > MAX_SIZE)
        return -1;
    for (; length > 0; length--, out->size++)
        out->bytes[out->size] = out->bytes[out->size - distance];
    return 0;
}

static int unpack(struct output *out, struct input in) {
    while (left(&in) > 0) {
        unsigned char token = *in.at++;
        size_t length;
        if (read_length(&in, token >> 4, &length) < 0 || copy_literals(out, &in, length) < 0)
            return -1;
        /* The last literals stand alone. */
        if (left(&in) == 0)
            break;
        if (left(&in) < 2)
            return -1;
        size_t distance = in.at[0] | (size_t)in.at[1] << 8;
        in.at += 2;
        if (read_length(&in, token & 15, &length) < 0 || copy_match(out, distance, length + 4) < 0)
            return -1;
        assert(out->size <= out->capacity);
    }
    return out->size == out->capacity ? 0 : -1;
}

/* A block: its size unpacked, its size packed, a sum of both, and its contents. */
static int read_block(struct input *in, size_t *total) {
    if (left(in) < 9)
        return -1;
    uint32_t unpacked = u32(in->at), packed = u32(in->at + 4);
    unsigned char sum = 0;
    for (int i = 0; i < 8; i++)
        sum = (unsigned char)(sum * 31 + in->at[i]);
    if (sum != in->at[8] || unpacked == 0 || unpacked > MAX_SIZE)
        return -1;
    in->at += 9;
    if (packed > left(in))
        return -1;
    struct input block = {in->at, in->at + packed};
    in->at += packed;
    struct output out = {malloc(unpacked), unpacked, 0};
    if (out.bytes == NULL)
        return -1;
    int result = unpack(&out, block);
    free(out.bytes);
    *total += unpacked;
    return result;
}

int parse(const unsigned char *data, size_t size) {
    struct input in = {data, data + size};
    size_t total = 0;
    if (left(&in) < 5 || u32(in.at) != 0x0a345a4c)
        return -1;
    unsigned blocks = in.at[4];
    in.at += 5;
    for (; blocks > 0; blocks--)
        if (read_block(&in, &total) < 0)
            return -1;
    return (int)total;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
