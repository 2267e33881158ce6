/* Reads a PNG-like picture whose rows are not compressed: chunks with CRC-32, grey, true colour or a palette. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GREY = 0, COLOUR = 2, PALETTE = 3 };

struct picture {
    uint32_t width, height;
    int colour_type;
    unsigned char (*palette)[3];
    unsigned char *pixels;
    size_t pixel_count;
};

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static uint32_t u32(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t crc(const unsigned char *at, size_t size) {
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        sum ^= at[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (0xedb88320 & (0 - (sum & 1)));
    }
    return ~sum;
}

static int read_header(struct picture *picture, const unsigned char *at, size_t size) {
    if (size != 13 || picture->width != 0)
        return -1;
    picture->width = u32(at);
    picture->height = u32(at + 4);
    if (picture->width == 0 || picture->width > 64 || picture->height == 0 || picture->height > 64)
        return -1;
    picture->colour_type = at[9];
    if (at[8] != 8 || at[10] != 0 || at[11] != 0 || at[12] != 0)
        return -1;
    if (picture->colour_type != GREY && picture->colour_type != COLOUR && picture->colour_type != PALETTE)
        return -1;
    picture->pixels = calloc((size_t)picture->width * picture->height, 3);
    return picture->pixels == NULL ? -1 : 0;
}

static int read_palette(struct picture *picture, const unsigned char *at, size_t size) {
    if (size == 0 || size % 3 != 0 || size > 768 || picture->palette != NULL)
        return -1;
    /* All entries are there, those that the file leaves out in black: no pixel needs a check. */
    picture->palette = calloc(256, 3);
    if (picture->palette == NULL)
        return -1;
    memcpy(picture->palette, at, size);
    return 0;
}

/* Takes as many pixels as the chunk has: rows may be cut anywhere. */
static int read_pixels(struct picture *picture, const unsigned char *at, size_t size) {
    size_t each = picture->colour_type == COLOUR ? 3 : 1;
    size_t all = (size_t)picture->width * picture->height;
    if (size % each != 0 || size / each > all - picture->pixel_count)
        return -1;
    for (; size > 0; size -= each, at += each) {
        unsigned char *pixel = picture->pixels + 3 * picture->pixel_count++;
        switch (picture->colour_type) {
        case GREY:
            memset(pixel, at[0], 3);
            break;
        case COLOUR:
            memcpy(pixel, at, 3);
            break;
        default:
            memcpy(pixel, picture->palette[at[0]], 3);
        }
    }
    return 0;
}

static int read_chunk(struct picture *picture, const unsigned char *name, const unsigned char *at, size_t size) {
    if (memcmp(name, "IHDR", 4) == 0)
        return read_header(picture, at, size);
    if (picture->width == 0)
        return -1;
    if (memcmp(name, "PLTE", 4) == 0)
        return read_palette(picture, at, size);
    if (memcmp(name, "IDAT", 4) == 0)
        return read_pixels(picture, at, size);
    /* Of other chunks those that begin with a small letter may be left out. */
    return name[0] & 0x20 ? 0 : -1;
}

static int read_chunks(struct picture *picture, const unsigned char *at, const unsigned char *end) {
    while (end - at >= 12) {
        uint32_t size = u32(at);
        if (size > (size_t)(end - at - 12))
            return -1;
        const unsigned char *name = at + 4, *contents = at + 8;
        if (crc(name, size + 4) != u32(contents + size))
            return -1;
        if (memcmp(name, "IEND", 4) == 0)
            return picture->pixel_count == (size_t)picture->width * picture->height ? 0 : -1;
        if (read_chunk(picture, name, contents, size) < 0)
            return -1;
        at = contents + size + 4;
    }
    return -1;
}

int parse(const unsigned char *data, size_t size) {
    if (size < sizeof signature || memcmp(data, signature, sizeof signature) != 0)
        return -1;
    struct picture picture = {0};
    int result = read_chunks(&picture, data + sizeof signature, data + size);
    free(picture.palette);
    free(picture.pixels);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
