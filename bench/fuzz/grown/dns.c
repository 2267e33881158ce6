/* Reads an answer of a name server: names with pointers, addresses, aliases, and the addresses of further servers. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_SIZE 12
#define MAX_LABELS 64
#define MAX_RECORDS 16

enum { TYPE_A = 1, TYPE_NS = 2, TYPE_CNAME = 5, TYPE_TXT = 16 };

enum section { ANSWER, AUTHORITY, ADDITIONAL };

/* A label and what follows it; a name is its first label, and the root is NULL. */
struct label {
    size_t offset;
    size_t length;
    const unsigned char *text;
    struct label *parent;
};

struct record {
    enum section section;
    unsigned type;
    struct label *owner;
    struct label *target;
    uint32_t address;
};

struct message {
    const unsigned char *data;
    size_t size;
    struct label labels[MAX_LABELS];
    int label_count;
    struct record records[MAX_RECORDS];
    int record_count;
    struct label *question;
    int servers;
    int deepest;
};

static unsigned u16(const unsigned char *at) { return (unsigned)at[0] << 8 | at[1]; }

static struct label *label_at(struct message *message, size_t offset) {
    for (int i = 0; i < message->label_count; i++)
        if (message->labels[i].offset == offset)
            return &message->labels[i];
    return NULL;
}

/* Reads a name and moves behind it. A pointer goes to a label of an earlier name, whose rest is then shared. */
static int read_name(struct message *message, size_t *at, struct label **name) {
    size_t start = *at;
    struct label **next = name;
    *name = NULL;
    for (;;) {
        if (*at >= message->size)
            return -1;
        unsigned length = message->data[*at];
        if (length >= 0xc0) {
            if (message->size - *at < 2)
                return -1;
            size_t offset = u16(message->data + *at) & 0x3fff;
            if (offset >= start)
                return -1;
            *next = label_at(message, offset);
            *at += 2;
            return *next == NULL ? -1 : 0;
        }
        if (length > 63 || length >= message->size - *at || message->label_count == MAX_LABELS)
            return -1;
        if (length == 0) {
            *at += 1;
            return 0;
        }
        struct label *label = &message->labels[message->label_count++];
        label->offset = *at;
        label->length = length;
        label->text = message->data + *at + 1;
        label->parent = NULL;
        *next = label;
        next = &label->parent;
        *at += 1 + length;
    }
}

static int are_equal(const struct label *a, const struct label *b) {
    for (; a != NULL && b != NULL && a != b; a = a->parent, b = b->parent) {
        if (a->length != b->length)
            return 0;
        for (size_t i = 0; i < a->length; i++)
            if (tolower(a->text[i]) != tolower(b->text[i]))
                return 0;
    }
    return a == b;
}

static int is_within(const struct label *name, const struct label *zone) {
    for (; name != NULL; name = name->parent)
        if (are_equal(name, zone))
            return 1;
    return zone == NULL;
}

static int read_question(struct message *message, size_t *at) {
    if (read_name(message, at, &message->question) < 0 || message->size - *at < 4)
        return -1;
    unsigned type = u16(message->data + *at), class = u16(message->data + *at + 2);
    *at += 4;
    return type == TYPE_A && class == 1 ? 0 : -1;
}

static int read_record(struct message *message, size_t *at, enum section section) {
    if (message->record_count == MAX_RECORDS)
        return -1;
    struct record *record = &message->records[message->record_count];
    if (read_name(message, at, &record->owner) < 0 || message->size - *at < 10)
        return -1;
    const unsigned char *head = message->data + *at;
    size_t length = u16(head + 8);
    *at += 10;
    if (u16(head + 2) != 1 || length > message->size - *at)
        return -1;
    size_t end = *at + length;
    record->section = section;
    record->type = u16(head);
    switch (record->type) {
    case TYPE_A:
        if (length != 4)
            return -1;
        record->address = (uint32_t)u16(head + 10) << 16 | u16(head + 12);
        break;
    case TYPE_NS:
    case TYPE_CNAME:
        if (read_name(message, at, &record->target) < 0 || *at != end)
            return -1;
        break;
    case TYPE_TXT:
        break;
    default:
        return -1;
    }
    *at = end;
    message->record_count++;
    return 0;
}

/* Follows aliases from the name that was asked for, as many as there are records. */
static uint32_t resolve(const struct message *message) {
    const struct label *name = message->question;
    for (int step = 0; step <= message->record_count; step++) {
        const struct record *found = NULL;
        for (int i = 0; i < message->record_count && found == NULL; i++) {
            const struct record *record = &message->records[i];
            if (record->section == ANSWER && record->type != TYPE_TXT && are_equal(record->owner, name))
                found = record;
        }
        if (found == NULL || found->type == TYPE_NS)
            return 0;
        if (found->type == TYPE_A)
            return found->address;
        name = found->target;
    }
    return 0;
}

/* Takes the address of a server only from the zone that it serves; notes how far below the zone it is. */
static void take_address(struct message *message, const struct record *server, const struct record *address) {
    const struct label *zone = server->owner;
    if (!is_within(address->owner, zone))
        return;
    int depth = 0;
    for (const struct label *label = address->owner; label != zone; label = label->parent)
        depth++;
    if (depth > message->deepest)
        message->deepest = depth;
    message->servers++;
}

static void take_servers(struct message *message) {
    for (int i = 0; i < message->record_count; i++) {
        const struct record *server = &message->records[i];
        if (server->section != AUTHORITY || server->type != TYPE_NS)
            continue;
        for (int j = 0; j < message->record_count; j++) {
            const struct record *address = &message->records[j];
            if (address->section != ADDITIONAL || address->type != TYPE_A)
                continue;
            if (are_equal(address->owner, server->target))
                take_address(message, server, address);
        }
    }
}

int parse(const unsigned char *data, size_t size) {
    struct message message;
    memset(&message, 0, sizeof message);
    message.data = data;
    message.size = size;
    /* An answer without errors to one question. */
    if (size < HEADER_SIZE || (data[2] & 0xf8) != 0x80 || (data[3] & 0x0f) != 0 || u16(data + 4) != 1)
        return -1;
    size_t at = HEADER_SIZE;
    if (read_question(&message, &at) < 0)
        return -1;
    for (int section = ANSWER; section <= ADDITIONAL; section++)
        for (unsigned left = u16(data + 6 + 2 * section); left > 0; left--)
            if (read_record(&message, &at, (enum section)section) < 0)
                return -1;
    if (at != size)
        return -1;
    take_servers(&message);
    return resolve(&message) != 0 || message.servers > 0 ? message.deepest : -1;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
