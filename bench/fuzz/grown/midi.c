/* Reads a file of music: a header and tracks, whose events have delta times and may leave out a repeated status. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TRACKS 16

enum { META_MARKER = 0x06, META_END = 0x2f, META_TEMPO = 0x51, META_SIGNATURE = 0x58 };

struct reader {
    const unsigned char *at;
    const unsigned char *end;
};

struct song {
    unsigned format, tracks;
    /* Of a quarter note, and of a bar. */
    uint32_t ticks_per_quarter, ticks_per_bar;
    uint32_t tempo;
    unsigned notes;
    uint32_t last_marked_bar;
    uint64_t length;
};

struct track {
    uint64_t time;
    int status;
    unsigned char sounding[128];
    int has_ended;
};

static size_t left(const struct reader *reader) { return (size_t)(reader->end - reader->at); }

static unsigned u16(const unsigned char *at) { return (unsigned)at[0] << 8 | at[1]; }

/* Takes a chunk of the name. */
static int next_chunk(struct reader *file, const char *name, struct reader *contents) {
    if (left(file) < 8 || memcmp(file->at, name, 4) != 0)
        return -1;
    uint32_t size = (uint32_t)u16(file->at + 4) << 16 | u16(file->at + 6);
    if (size > left(file) - 8)
        return -1;
    contents->at = file->at + 8;
    contents->end = contents->at + size;
    file->at = contents->end;
    return 0;
}

/* A number in groups of seven bits, four at most. */
static int read_number(struct reader *reader, uint32_t *number) {
    *number = 0;
    for (int i = 0; i < 4; i++) {
        if (left(reader) == 0)
            return -1;
        unsigned char byte = *reader->at++;
        *number = *number << 7 | (byte & 0x7f);
        if ((byte & 0x80) == 0)
            return 0;
    }
    return -1;
}

static int read_header(struct song *song, struct reader header) {
    if (left(&header) != 6)
        return -1;
    song->format = u16(header.at);
    song->tracks = u16(header.at + 2);
    song->ticks_per_quarter = u16(header.at + 4);
    if (song->format > 1 || song->tracks == 0 || song->tracks > MAX_TRACKS)
        return -1;
    if (song->format == 0 && song->tracks != 1)
        return -1;
    /* Times in frames of a film are not read. */
    if (song->ticks_per_quarter == 0 || song->ticks_per_quarter >= 0x8000)
        return -1;
    song->ticks_per_bar = 4 * song->ticks_per_quarter;
    song->tempo = 500000;
    return 0;
}

/* As 3 and 2 for three of the fourth part: the second number is the exponent, up to the 128th part. */
static int read_signature(struct song *song, struct reader contents) {
    if (left(&contents) != 4 || contents.at[0] == 0 || contents.at[1] > 7)
        return -1;
    song->ticks_per_bar = 4 * song->ticks_per_quarter * contents.at[0] >> contents.at[1];
    return 0;
}

static int read_tempo(struct song *song, struct reader contents) {
    if (left(&contents) != 3)
        return -1;
    song->tempo = (uint32_t)contents.at[0] << 16 | u16(contents.at + 1);
    return song->tempo == 0 ? -1 : 0;
}

/* Markers stand at bars, and no two at one. */
static int read_marker(struct song *song, const struct track *track, struct reader contents) {
    uint32_t bar = 1 + (uint32_t)track->time / song->ticks_per_bar;
    if (left(&contents) == 0 || bar <= song->last_marked_bar)
        return -1;
    song->last_marked_bar = bar;
    return 0;
}

static int read_meta(struct song *song, struct track *track, struct reader *events) {
    uint32_t size;
    if (left(events) == 0)
        return -1;
    int kind = *events->at++;
    if (read_number(events, &size) < 0 || size > left(events))
        return -1;
    struct reader contents = {events->at, events->at + size};
    events->at = contents.end;
    switch (kind) {
    case META_MARKER:
        return read_marker(song, track, contents);
    case META_END:
        track->has_ended = 1;
        return size == 0 && left(events) == 0 ? 0 : -1;
    case META_TEMPO:
        return read_tempo(song, contents);
    case META_SIGNATURE:
        return read_signature(song, contents);
    default:
        return 0;
    }
}

static int play(struct song *song, struct track *track, int key, int velocity) {
    if ((track->status & 0xf0) == 0x90 && velocity > 0) {
        track->sounding[key] = 1;
        song->notes++;
        return 0;
    }
    if (!track->sounding[key])
        return -1;
    track->sounding[key] = 0;
    return 0;
}

static int read_event(struct song *song, struct track *track, struct reader *events) {
    if (left(events) > 0 && *events->at == 0xff) {
        events->at++;
        track->status = 0;
        return read_meta(song, track, events);
    }
    if (left(events) > 0 && *events->at & 0x80)
        track->status = *events->at++;
    if (track->status == 0 || track->status >= 0xf0)
        return -1;
    int kind = track->status & 0xf0;
    size_t operands = kind == 0xc0 || kind == 0xd0 ? 1 : 2;
    if (left(events) < operands)
        return -1;
    const unsigned char *operand = events->at;
    events->at += operands;
    for (size_t i = 0; i < operands; i++)
        if (operand[i] & 0x80)
            return -1;
    return kind == 0x80 || kind == 0x90 ? play(song, track, operand[0], operand[1]) : 0;
}

static int read_track(struct song *song, struct reader events) {
    struct track track;
    memset(&track, 0, sizeof track);
    while (!track.has_ended) {
        uint32_t delta;
        if (read_number(&events, &delta) < 0)
            return -1;
        track.time += delta;
        if (read_event(song, &track, &events) < 0)
            return -1;
    }
    for (int key = 0; key < 128; key++)
        if (track.sounding[key])
            return -1;
    if (track.time > song->length)
        song->length = track.time;
    return 0;
}

int parse(const unsigned char *data, size_t size) {
    struct reader file = {data, data + size}, contents;
    struct song song;
    memset(&song, 0, sizeof song);
    if (next_chunk(&file, "MThd", &contents) < 0 || read_header(&song, contents) < 0)
        return -1;
    for (unsigned i = 0; i < song.tracks; i++)
        if (next_chunk(&file, "MTrk", &contents) < 0 || read_track(&song, contents) < 0)
            return -1;
    return left(&file) == 0 ? (int)song.notes : -1;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
