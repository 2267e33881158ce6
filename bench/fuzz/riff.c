/* Reads a RIFF file of the kind WAVE: the format, the samples, cue points, and the labels and notes of cue points. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CUES 8

struct reader {
    const unsigned char *at;
    const unsigned char *end;
};

struct cue {
    uint32_t id;
    uint32_t position;
    size_t label_length;
    int notes;
};

struct wave {
    unsigned channels, bits;
    uint32_t rate;
    uint32_t samples;
    struct cue *cues;
    size_t cue_count;
};

static uint32_t u16(const unsigned char *at) { return at[0] | (uint32_t)at[1] << 8; }

static uint32_t u32(const unsigned char *at) { return u16(at) | u16(at + 2) << 16; }

/* Takes the next chunk: its name and its contents. 0 at the end of the file or where a chunk is cut off. */
static int next_chunk(struct reader *reader, const unsigned char **name, struct reader *contents) {
    if (reader->end - reader->at < 8)
        return 0;
    uint32_t size = u32(reader->at + 4);
    if (size > (size_t)(reader->end - reader->at - 8))
        return 0;
    *name = reader->at;
    contents->at = reader->at + 8;
    contents->end = contents->at + size;
    reader->at = contents->end;
    /* Chunks begin at even places. */
    if (size % 2 != 0 && reader->at < reader->end)
        reader->at++;
    return 1;
}

static size_t left(const struct reader *reader) { return (size_t)(reader->end - reader->at); }

static int read_format(struct wave *wave, struct reader format) {
    if (left(&format) < 16 || u16(format.at) != 1)
        return -1;
    wave->channels = u16(format.at + 2);
    wave->rate = u32(format.at + 4);
    wave->bits = u16(format.at + 14);
    if (wave->channels == 0 || wave->channels > 8)
        return -1;
    return wave->bits == 8 || wave->bits == 16 || wave->bits == 24 ? 0 : -1;
}

static int read_samples(struct wave *wave, struct reader samples) {
    if (wave->channels == 0)
        return -1;
    wave->samples = (uint32_t)(left(&samples) / (wave->channels * (wave->bits / 8)));
    return 0;
}

static int read_cues(struct wave *wave, struct reader list) {
    if (left(&list) < 4 || wave->cues != NULL)
        return -1;
    uint32_t count = u32(list.at);
    list.at += 4;
    if (count == 0 || count > MAX_CUES || left(&list) < count * 24)
        return -1;
    wave->cues = calloc(count, sizeof *wave->cues);
    if (wave->cues == NULL)
        return -1;
    wave->cue_count = count;
    for (size_t i = 0; i < count; i++, list.at += 24) {
        wave->cues[i].id = u32(list.at);
        wave->cues[i].position = u32(list.at + 20);
    }
    return 0;
}

static struct cue *find_cue(struct wave *wave, uint32_t id) {
    for (size_t i = 0; i < wave->cue_count; i++)
        if (wave->cues[i].id == id)
            return &wave->cues[i];
    return NULL;
}

/* The list of data that belongs to cue points. */
static int read_associated(struct wave *wave, struct reader list) {
    const unsigned char *name;
    struct reader contents;
    while (next_chunk(&list, &name, &contents)) {
        if (left(&contents) < 4)
            return -1;
        if (memcmp(name, "labl", 4) == 0) {
            struct cue *cue = find_cue(wave, u32(contents.at));
            if (cue == NULL)
                return -1;
            cue->label_length = left(&contents) - 4;
        } else if (memcmp(name, "note", 4) == 0) {
            struct cue *cue = find_cue(wave, u32(contents.at));
            cue->notes++;
        }
    }
    return 0;
}

static int read_list(struct wave *wave, struct reader list) {
    if (left(&list) < 4)
        return -1;
    const unsigned char *kind = list.at;
    list.at += 4;
    /* Other lists say who made the file. */
    return memcmp(kind, "adtl", 4) == 0 ? read_associated(wave, list) : 0;
}

static int read_chunks(struct wave *wave, struct reader file) {
    const unsigned char *name;
    struct reader contents;
    while (next_chunk(&file, &name, &contents)) {
        int result = 0;
        if (memcmp(name, "fmt ", 4) == 0)
            result = read_format(wave, contents);
        else if (memcmp(name, "data", 4) == 0)
            result = read_samples(wave, contents);
        else if (memcmp(name, "cue ", 4) == 0)
            result = read_cues(wave, contents);
        else if (memcmp(name, "LIST", 4) == 0)
            result = read_list(wave, contents);
        if (result < 0)
            return -1;
    }
    return (int)wave->samples;
}

int parse(const unsigned char *data, size_t size) {
    struct reader file = {data, data + size}, contents;
    const unsigned char *name;
    struct wave wave = {0};
    if (!next_chunk(&file, &name, &contents) || memcmp(name, "RIFF", 4) != 0)
        return -1;
    if (left(&contents) < 4 || memcmp(contents.at, "WAVE", 4) != 0)
        return -1;
    contents.at += 4;
    int result = read_chunks(&wave, contents);
    free(wave.cues);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
