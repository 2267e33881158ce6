/* The server's side of a work queue: jobs are put, taken against a receipt, and done or given back with it. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_JOBS 8
#define MAX_TEXT 64

enum state { CONNECTED, READY, CLOSED };

enum stage { FREE, WAITING, TAKEN };

struct job {
    int priority;
    int touches;
    size_t length;
    char text[MAX_TEXT];
};

struct slot {
    enum stage stage;
    uint16_t receipt;
    struct job *job;
};

struct server {
    enum state state;
    struct slot slots[MAX_JOBS];
    unsigned taken;
    int done;
    int errors;
};

static int begins_with(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && strncasecmp(at, word, length) == 0;
}

static int use(struct server *server, const char *at, const char *end) {
    if (server->state != CONNECTED || at == end)
        return -1;
    for (; at < end; at++)
        if (!isalnum((unsigned char)*at))
            return -1;
    server->state = READY;
    return 0;
}

/* A priority of one digit, a space, and the text of the job. */
static int put(struct server *server, const char *at, const char *end) {
    if (server->state != READY || end - at < 3 || end - at - 2 > MAX_TEXT)
        return -1;
    if (!isdigit((unsigned char)at[0]) || at[1] != ' ')
        return -1;
    for (int i = 0; i < MAX_JOBS; i++) {
        struct slot *slot = &server->slots[i];
        if (slot->stage != FREE)
            continue;
        struct job *job = calloc(1, sizeof *job);
        if (job == NULL)
            return -1;
        job->priority = at[0] - '0';
        job->length = (size_t)(end - at) - 2;
        memcpy(job->text, at + 2, job->length);
        slot->job = job;
        slot->receipt = 0;
        slot->stage = WAITING;
        return 0;
    }
    return -1;
}

/* The receipt is made of the text and of how many were taken before; it is never 0. */
static uint16_t make_receipt(unsigned taken, const struct job *job) {
    uint32_t sum = 7 + taken;
    for (size_t i = 0; i < job->length; i++)
        sum = (sum * 31 + (unsigned char)job->text[i]) & 0xffff;
    return sum == 0 ? 1 : (uint16_t)sum;
}

/* The waiting job of the highest priority, the oldest one among equals. */
static int take(struct server *server) {
    struct slot *best = NULL;
    if (server->state != READY)
        return -1;
    for (int i = 0; i < MAX_JOBS; i++) {
        struct slot *slot = &server->slots[i];
        if (slot->stage != WAITING)
            continue;
        if (best == NULL || slot->job->priority > best->job->priority)
            best = slot;
    }
    if (best == NULL)
        return -1;
    best->receipt = make_receipt(server->taken++, best->job);
    best->stage = TAKEN;
    return 0;
}

/* The job that was taken against a receipt of four digits. */
static struct slot *find(struct server *server, const char *at, const char *end) {
    uint16_t receipt = 0;
    if (server->state != READY || end - at != 4)
        return NULL;
    for (; at < end; at++) {
        if (!isxdigit((unsigned char)*at))
            return NULL;
        int digit = isdigit((unsigned char)*at) ? *at - '0' : tolower((unsigned char)*at) - 'a' + 10;
        receipt = (uint16_t)(receipt << 4 | digit);
    }
    for (int i = 0; i < MAX_JOBS; i++)
        if (receipt != 0 && server->slots[i].receipt == receipt)
            return &server->slots[i];
    return NULL;
}

static int finish(struct server *server, const char *at, const char *end) {
    struct slot *slot = find(server, at, end);
    if (slot == NULL || slot->stage != TAKEN)
        return -1;
    free(slot->job);
    slot->job = NULL;
    slot->stage = FREE;
    server->done++;
    return 0;
}

/* Puts a job back that is not done, behind the others. */
static int give_back(struct server *server, const char *at, const char *end) {
    struct slot *slot = find(server, at, end);
    if (slot == NULL || slot->stage != TAKEN)
        return -1;
    slot->stage = WAITING;
    if (slot->job->priority > 0)
        slot->job->priority--;
    return 0;
}

/* Asks for more time. */
static int touch(struct server *server, const char *at, const char *end) {
    struct slot *slot = find(server, at, end);
    if (slot == NULL)
        return -1;
    if (++slot->job->touches > 3)
        return -1;
    return 0;
}

static int command(struct server *server, const char *at, const char *end) {
    if (begins_with(at, end, "USE "))
        return use(server, at + 4, end);
    if (begins_with(at, end, "PUT "))
        return put(server, at + 4, end);
    if (end - at == 4 && begins_with(at, end, "TAKE"))
        return take(server);
    if (begins_with(at, end, "DONE "))
        return finish(server, at + 5, end);
    if (begins_with(at, end, "BACK "))
        return give_back(server, at + 5, end);
    if (begins_with(at, end, "TOUCH "))
        return touch(server, at + 6, end);
    if (end - at == 4 && begins_with(at, end, "QUIT")) {
        server->state = CLOSED;
        return 0;
    }
    return -1;
}

int parse(const unsigned char *data, size_t size) {
    struct server server;
    memset(&server, 0, sizeof server);
    const char *at = (const char *)data, *all = at + size;
    while (at < all && server.state != CLOSED && server.errors < 3) {
        const char *line = memchr(at, '\n', (size_t)(all - at));
        if (line == NULL)
            break;
        const char *end = line > at && line[-1] == '\r' ? line - 1 : line;
        if (command(&server, at, end) < 0)
            server.errors++;
        at = line + 1;
    }
    for (int i = 0; i < MAX_JOBS; i++)
        free(server.slots[i].job);
    return server.state == CLOSED ? server.done : -1;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
