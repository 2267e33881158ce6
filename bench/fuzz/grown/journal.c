/* Replays the journal of a block device: records with a sequence number and CRC-32, that count when they are committed. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC 0x4a
#define HEADER_SIZE 6
#define BLOCK_SIZE 16
#define MAX_BLOCKS 8
#define MAX_PENDING 8

enum type { WRITE = 1, PATCH = 2, REVOKE = 3, COMMIT = 4 };

struct block {
    unsigned writes;
    unsigned char bytes[BLOCK_SIZE];
};

/* What a commit is to do. */
struct change {
    enum type type;
    unsigned block;
    size_t offset, length;
    const unsigned char *bytes;
};

struct device {
    struct block *blocks[MAX_BLOCKS];
    struct change pending[MAX_PENDING];
    int pending_count;
    unsigned sequence;
    int commits;
};

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

/* Whether the block has contents, or will have some by then. */
static int is_written(const struct device *device, unsigned block) {
    if (device->blocks[block] != NULL)
        return 1;
    for (int i = 0; i < device->pending_count; i++)
        if (device->pending[i].type == WRITE && device->pending[i].block == block)
            return 1;
    return 0;
}

/* The new contents of a block, filled up with zeros. */
static int write_block(struct device *device, const unsigned char *at, size_t size) {
    if (size < 2 || size > 1 + BLOCK_SIZE || at[0] >= MAX_BLOCKS || device->pending_count == MAX_PENDING)
        return -1;
    struct change change = {WRITE, at[0], 0, size - 1, at + 1};
    device->pending[device->pending_count++] = change;
    return 0;
}

/* New bytes in a part of a block that is there. */
static int patch_block(struct device *device, const unsigned char *at, size_t size) {
    if (size < 3 || at[0] >= MAX_BLOCKS || device->pending_count == MAX_PENDING)
        return -1;
    size_t length = size - 2;
    if (at[1] >= BLOCK_SIZE || length > (size_t)BLOCK_SIZE - at[1] || !is_written(device, at[0]))
        return -1;
    struct change change = {PATCH, at[0], at[1], length, at + 2};
    device->pending[device->pending_count++] = change;
    return 0;
}

/* The block is free from now on, and nothing that was to be written to it shall be. */
static int revoke_block(struct device *device, const unsigned char *at, size_t size) {
    int kept = 0;
    if (size != 1 || at[0] >= MAX_BLOCKS)
        return -1;
    for (int i = 0; i < device->pending_count; i++)
        if (device->pending[i].type != WRITE || device->pending[i].block != at[0])
            device->pending[kept++] = device->pending[i];
    device->pending_count = kept;
    free(device->blocks[at[0]]);
    device->blocks[at[0]] = NULL;
    return 0;
}

static int apply(struct device *device, const struct change *change) {
    struct block *block = device->blocks[change->block];
    if (change->type == WRITE) {
        if (block == NULL)
            block = calloc(1, sizeof *block);
        if (block == NULL)
            return -1;
        memset(block->bytes, 0, BLOCK_SIZE);
        device->blocks[change->block] = block;
    }
    /* Of a patch this was seen when it was read. */
    assert(block != NULL);
    block->writes++;
    memcpy(block->bytes + change->offset, change->bytes, change->length);
    return 0;
}

/* Says how many changes it commits. */
static int commit(struct device *device, const unsigned char *at, size_t size) {
    if (size != 1 || at[0] != device->pending_count)
        return -1;
    for (int i = 0; i < device->pending_count; i++)
        if (apply(device, &device->pending[i]) < 0)
            return -1;
    device->pending_count = 0;
    device->commits++;
    return 0;
}

static int replay(struct device *device, unsigned type, const unsigned char *at, size_t size) {
    switch (type) {
    case WRITE:
        return write_block(device, at, size);
    case PATCH:
        return patch_block(device, at, size);
    case REVOKE:
        return revoke_block(device, at, size);
    case COMMIT:
        return commit(device, at, size);
    default:
        return -1;
    }
}

/* A record: the mark, the type, its number, the length of the contents, the contents, and the sum of all these. */
static int read_records(struct device *device, const unsigned char *at, const unsigned char *end) {
    while (at < end) {
        size_t left = (size_t)(end - at);
        if (left < HEADER_SIZE + 4 || at[0] != MAGIC)
            return -1;
        unsigned sequence = (unsigned)at[2] << 8 | at[3];
        size_t size = (size_t)at[4] << 8 | at[5];
        if (size > left - HEADER_SIZE - 4 || sequence != device->sequence + 1)
            return -1;
        if (crc(at, HEADER_SIZE + size) != u32(at + HEADER_SIZE + size))
            return -1;
        if (replay(device, at[1], at + HEADER_SIZE, size) < 0)
            return -1;
        device->sequence = sequence;
        at += HEADER_SIZE + size + 4;
    }
    return device->commits;
}

int parse(const unsigned char *data, size_t size) {
    struct device device;
    memset(&device, 0, sizeof device);
    int result = read_records(&device, data, data + size);
    for (int i = 0; i < MAX_BLOCKS; i++)
        free(device.blocks[i]);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
