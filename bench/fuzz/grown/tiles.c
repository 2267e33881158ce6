/* Draws pictures that are made of tiles: chunks with Adler-32, a set of tiles, and for each picture its size and a map. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TILES 32
#define MAX_SIDE 16
/* A tile has eight rows of eight dots. */
#define TILE_SIZE 8

struct picture {
    unsigned width, height;
    unsigned char *tiles[MAX_TILES];
    unsigned tile_count;
    unsigned char map[MAX_SIDE * MAX_SIDE];
    int has_map;
    int inverted;
    /* Each has room for the widest picture. */
    unsigned char **rows;
    unsigned row_count;
    unsigned drawn, dots;
};

static uint32_t u32(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t adler(const unsigned char *at, size_t size) {
    uint32_t first = 1, second = 0;
    for (size_t i = 0; i < size; i++) {
        first = (first + at[i]) % 65521;
        second = (second + first) % 65521;
    }
    return second << 16 | first;
}

static int make_rows(struct picture *picture) {
    picture->rows = calloc(picture->height, sizeof *picture->rows);
    if (picture->rows == NULL)
        return -1;
    for (; picture->row_count < picture->height; picture->row_count++) {
        picture->rows[picture->row_count] = calloc(MAX_SIDE, TILE_SIZE);
        if (picture->rows[picture->row_count] == NULL)
            return -1;
    }
    return 0;
}

/* The width and the height of a picture, counted in tiles. */
static int read_head(struct picture *picture, const unsigned char *at, size_t size) {
    if (size != 2 || at[0] == 0 || at[0] > MAX_SIDE || at[1] == 0 || at[1] > MAX_SIDE)
        return -1;
    picture->width = at[0];
    picture->height = at[1];
    picture->has_map = 0;
    return picture->rows == NULL ? make_rows(picture) : 0;
}

static void drop_tiles(struct picture *picture) {
    for (unsigned i = 0; i < picture->tile_count; i++) {
        free(picture->tiles[i]);
        picture->tiles[i] = NULL;
    }
    picture->tile_count = 0;
}

/* The set of tiles, in the place of an earlier one; a map that was read is one of the earlier set. */
static int read_tiles(struct picture *picture, const unsigned char *at, size_t size) {
    if (size == 0 || at[0] == 0 || at[0] > MAX_TILES || size != 1 + (size_t)at[0] * TILE_SIZE)
        return -1;
    drop_tiles(picture);
    picture->has_map = 0;
    for (unsigned i = 0; i < at[0]; i++) {
        unsigned char *tile = malloc(TILE_SIZE);
        if (tile == NULL)
            return -1;
        memcpy(tile, at + 1 + i * TILE_SIZE, TILE_SIZE);
        picture->tiles[picture->tile_count++] = tile;
    }
    return 0;
}

/* Row by row the number of the tile, of which each must be there. */
static int read_map(struct picture *picture, const unsigned char *at, size_t size) {
    if (size != picture->width * picture->height)
        return -1;
    for (size_t i = 0; i < size; i++)
        if (at[i] >= picture->tile_count)
            return -1;
    memcpy(picture->map, at, size);
    picture->has_map = 1;
    return 0;
}

static int read_flags(struct picture *picture, const unsigned char *at, size_t size) {
    if (size != 1 || at[0] > 1)
        return -1;
    picture->inverted = at[0];
    return 0;
}

/* Puts the tiles into the rows, and counts the dots of the whole picture. */
static int draw(struct picture *picture, size_t size) {
    if (size != 0 || !picture->has_map)
        return -1;
    for (unsigned y = 0; y < picture->height; y++) {
        unsigned char *row = picture->rows[y];
        for (unsigned x = 0; x < picture->width; x++)
            memcpy(row + x * TILE_SIZE, picture->tiles[picture->map[y * picture->width + x]], TILE_SIZE);
        for (unsigned i = 0; i < picture->width * TILE_SIZE; i++) {
            unsigned bits = picture->inverted ? row[i] ^ 0xffu : row[i];
            for (; bits != 0; bits >>= 1)
                picture->dots += bits & 1;
        }
    }
    picture->drawn++;
    return 0;
}

static int read_chunk(struct picture *picture, const unsigned char *name, const unsigned char *at, size_t size) {
    if (memcmp(name, "HEAD", 4) == 0)
        return read_head(picture, at, size);
    if (picture->width == 0)
        return -1;
    if (memcmp(name, "TILE", 4) == 0)
        return read_tiles(picture, at, size);
    if (memcmp(name, "MAPS", 4) == 0)
        return read_map(picture, at, size);
    if (memcmp(name, "FLAG", 4) == 0)
        return read_flags(picture, at, size);
    if (memcmp(name, "DRAW", 4) == 0)
        return draw(picture, size);
    return -1;
}

/* A chunk is a name, the length of the contents in two bytes, the contents, and the sum of all these. */
static int read_chunks(struct picture *picture, const unsigned char *at, const unsigned char *end) {
    while (end - at >= 10) {
        size_t size = (size_t)at[4] << 8 | at[5];
        if (size > (size_t)(end - at - 10))
            return -1;
        if (adler(at, 6 + size) != u32(at + 6 + size))
            return -1;
        if (memcmp(at, "ENDS", 4) == 0)
            return size == 0 && picture->drawn > 0 ? 0 : -1;
        if (read_chunk(picture, at, at + 6, size) < 0)
            return -1;
        at += 10 + size;
    }
    return -1;
}

int parse(const unsigned char *data, size_t size) {
    if (size < 4 || memcmp(data, "TIL1", 4) != 0)
        return -1;
    struct picture picture;
    memset(&picture, 0, sizeof picture);
    int result = read_chunks(&picture, data + 4, data + size);
    drop_tiles(&picture);
    for (unsigned i = 0; i < picture.row_count; i++)
        free(picture.rows[i]);
    free(picture.rows);
    return result < 0 ? -1 : (int)picture.dots;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
