/* Reads a chain of certificates, nested values with tags and lengths: each one is issued by the one before it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CHAIN 4
#define MAX_KEY 20

enum tag {
    TAG_INTEGER = 0x02,
    TAG_TEXT = 0x0c,
    TAG_SEQUENCE = 0x30,
    TAG_EXTENSIONS = 0xa0,
    TAG_AUTHORITY_KEY = 0x81,
    TAG_SUBJECT_KEY = 0x82,
    TAG_PATH_LENGTH = 0x83
};

struct reader {
    const unsigned char *at;
    const unsigned char *end;
};

struct key {
    size_t length;
    unsigned char bytes[MAX_KEY];
};

struct certificate {
    uint32_t serial;
    struct reader issuer, subject;
    uint32_t from, until;
    struct key *authority_key, *subject_key;
    int path_length;
};

struct chain {
    struct certificate certificates[MAX_CHAIN];
    int count;
};

static size_t left(const struct reader *reader) { return (size_t)(reader->end - reader->at); }

/* Takes the next value when it has the tag; lengths have one byte, or up to two behind 0x81 and 0x82. */
static int next(struct reader *reader, int tag, struct reader *contents) {
    if (left(reader) < 2 || reader->at[0] != tag)
        return -1;
    size_t length = reader->at[1];
    const unsigned char *at = reader->at + 2;
    if (length >= 0x80) {
        size_t bytes = length & 0x7f;
        if (bytes == 0 || bytes > 2 || bytes > (size_t)(reader->end - at))
            return -1;
        for (length = 0; bytes > 0; bytes--)
            length = length << 8 | *at++;
        if (length < 0x80)
            return -1;
    }
    if (length > (size_t)(reader->end - at))
        return -1;
    contents->at = at;
    contents->end = at + length;
    reader->at = contents->end;
    return 0;
}

static int next_number(struct reader *reader, uint32_t *number) {
    struct reader contents;
    if (next(reader, TAG_INTEGER, &contents) < 0 || left(&contents) == 0 || left(&contents) > 4)
        return -1;
    if (contents.at[0] & 0x80)
        return -1;
    for (*number = 0; contents.at < contents.end; contents.at++)
        *number = *number << 8 | *contents.at;
    return 0;
}

static int next_key(struct reader *reader, int tag, struct key **key) {
    struct reader contents;
    if (next(reader, tag, &contents) < 0 || left(&contents) == 0 || left(&contents) > MAX_KEY || *key != NULL)
        return -1;
    *key = malloc(sizeof **key);
    if (*key == NULL)
        return -1;
    (*key)->length = left(&contents);
    memcpy((*key)->bytes, contents.at, (*key)->length);
    return 0;
}

static int read_extensions(struct certificate *certificate, struct reader extensions) {
    while (left(&extensions) > 0) {
        struct reader contents;
        int result = -1;
        switch (extensions.at[0]) {
        case TAG_AUTHORITY_KEY:
            result = next_key(&extensions, TAG_AUTHORITY_KEY, &certificate->authority_key);
            break;
        case TAG_SUBJECT_KEY:
            result = next_key(&extensions, TAG_SUBJECT_KEY, &certificate->subject_key);
            break;
        case TAG_PATH_LENGTH:
            result = next(&extensions, TAG_PATH_LENGTH, &contents);
            if (result == 0 && left(&contents) == 1)
                certificate->path_length = contents.at[0];
            break;
        }
        if (result < 0)
            return -1;
    }
    return 0;
}

static int read_validity(struct certificate *certificate, struct reader validity) {
    if (next_number(&validity, &certificate->from) < 0 || next_number(&validity, &certificate->until) < 0)
        return -1;
    return left(&validity) == 0 && certificate->from <= certificate->until ? 0 : -1;
}

static int read_certificate(struct certificate *certificate, struct reader body) {
    struct reader validity, extensions;
    certificate->path_length = MAX_CHAIN;
    if (next_number(&body, &certificate->serial) < 0 || certificate->serial == 0)
        return -1;
    if (next(&body, TAG_TEXT, &certificate->issuer) < 0 || next(&body, TAG_TEXT, &certificate->subject) < 0)
        return -1;
    if (left(&certificate->subject) == 0)
        return -1;
    if (next(&body, TAG_SEQUENCE, &validity) < 0 || read_validity(certificate, validity) < 0)
        return -1;
    if (left(&body) > 0) {
        if (next(&body, TAG_EXTENSIONS, &extensions) < 0 || read_extensions(certificate, extensions) < 0)
            return -1;
    }
    return left(&body) == 0 ? 0 : -1;
}

static int is_issued_by(const struct certificate *certificate, const struct certificate *issuer) {
    size_t length = left(&certificate->issuer);
    return length == left(&issuer->subject) && memcmp(certificate->issuer.at, issuer->subject.at, length) == 0;
}

static int is_same_key(const struct key *a, const struct key *b) {
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* The first certificate is its own issuer; of each further one the issuer is the one before. */
static int check(const struct chain *chain) {
    if (!is_issued_by(&chain->certificates[0], &chain->certificates[0]))
        return -1;
    for (int i = 1; i < chain->count; i++) {
        const struct certificate *certificate = &chain->certificates[i], *issuer = certificate - 1;
        if (!is_issued_by(certificate, issuer))
            return -1;
        /* One that says which key signed it must have been signed by that one. */
        if (certificate->authority_key != NULL && !is_same_key(certificate->authority_key, issuer->subject_key))
            return -1;
        if (certificate->from < issuer->from || certificate->until > issuer->until)
            return -1;
        if (issuer->path_length < chain->count - 1 - i)
            return -1;
    }
    return 0;
}

static int read_chain(struct chain *chain, struct reader file) {
    struct reader all;
    if (next(&file, TAG_SEQUENCE, &all) < 0 || left(&file) != 0 || left(&all) == 0)
        return -1;
    while (left(&all) > 0) {
        struct reader body;
        if (chain->count == MAX_CHAIN || next(&all, TAG_SEQUENCE, &body) < 0)
            return -1;
        if (read_certificate(&chain->certificates[chain->count++], body) < 0)
            return -1;
    }
    return check(chain);
}

int parse(const unsigned char *data, size_t size) {
    struct chain chain;
    memset(&chain, 0, sizeof chain);
    struct reader file = {data, data + size};
    int result = read_chain(&chain, file);
    for (int i = 0; i < chain.count; i++) {
        free(chain.certificates[i].authority_key);
        free(chain.certificates[i].subject_key);
    }
    return result < 0 ? -1 : chain.count;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
