/* Serves the requests of one connection: files are put, read and deleted, whole or in part, on conditions. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_FILES 4
#define MAX_PATH 32
#define MAX_BODY 512

enum method { GET, PUT, DELETE };

struct file {
    char path[MAX_PATH];
    unsigned char *body;
    size_t size;
    uint32_t tag;
    int is_gone;
};

struct request {
    enum method method;
    char path[MAX_PATH];
    int has_host, has_tag, has_part;
    uint32_t tag;
    /* The part that a request is about: the first byte, the last one, and the size of the whole. */
    unsigned long part[3];
    unsigned long length;
};

struct server {
    struct file files[MAX_FILES];
    int count;
    unsigned long sent;
};

static const char *const methods[] = {"GET /", "PUT /", "DELETE /"};

static const char *line_end(const char *at, const char *end) {
    for (; end - at >= 2; at++)
        if (at[0] == '\r' && at[1] == '\n')
            return at;
    return NULL;
}

static int read_request_line(struct request *request, const char *at, const char *end) {
    static const char version[] = " HTTP/1.1";
    size_t tail = sizeof version - 1;
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(methods[i]);
        if ((size_t)(end - at) < length + tail || memcmp(at, methods[i], length) != 0)
            continue;
        request->method = (enum method)i;
        const char *path = at + length, *path_end = end - tail;
        if (memcmp(path_end, version, tail) != 0 || path_end - path >= MAX_PATH)
            return -1;
        for (const char *c = path; c < path_end; c++)
            if (!isgraph((unsigned char)*c))
                return -1;
        memcpy(request->path, path, (size_t)(path_end - path));
        return 0;
    }
    return -1;
}

/* Reads digits and moves behind them; no number is larger than a body. */
static int number(const char **at, const char *end, unsigned long *value) {
    const char *start = *at;
    for (*value = 0; *at < end && isdigit((unsigned char)**at); ++*at) {
        *value = *value * 10 + (unsigned long)(**at - '0');
        if (*value > MAX_BODY)
            return -1;
    }
    return *at == start ? -1 : 0;
}

static int literal(const char **at, const char *end, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(end - *at) < length || memcmp(*at, text, length) != 0)
        return -1;
    *at += length;
    return 0;
}

/* A tag is eight digits in quotes. */
static int read_tag(struct request *request, const char *at, const char *end) {
    request->tag = 0;
    if (end - at != 10 || at[0] != '"' || at[9] != '"')
        return -1;
    for (int i = 1; i < 9; i++) {
        unsigned char c = (unsigned char)at[i];
        if (!isxdigit(c))
            return -1;
        request->tag = request->tag << 4 | (uint32_t)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
    }
    request->has_tag = 1;
    return 0;
}

/* As in `bytes 2-4/8`, and in `bytes=2-4`, which says nothing of the whole. */
static int read_part(struct request *request, const char *at, const char *end, const char *word, int has_whole) {
    if (literal(&at, end, word) < 0 || number(&at, end, &request->part[0]) < 0)
        return -1;
    if (literal(&at, end, "-") < 0 || number(&at, end, &request->part[1]) < 0)
        return -1;
    if (has_whole && (literal(&at, end, "/") < 0 || number(&at, end, &request->part[2]) < 0))
        return -1;
    request->has_part = 1;
    return at == end && request->part[0] <= request->part[1] ? 0 : -1;
}

static int is_named(const char *at, const char *colon, const char *name) {
    size_t length = strlen(name);
    return (size_t)(colon - at) == length && strncasecmp(at, name, length) == 0;
}

static int read_field(struct request *request, const char *at, const char *end) {
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (colon == NULL || colon == at)
        return -1;
    const char *value = colon + 1;
    while (value < end && *value == ' ')
        value++;
    if (is_named(at, colon, "Host"))
        request->has_host = 1;
    if (is_named(at, colon, "If-Match"))
        return read_tag(request, value, end);
    if (is_named(at, colon, "Content-Length"))
        return number(&value, end, &request->length) < 0 || value != end ? -1 : 0;
    if (is_named(at, colon, "Range") && request->method == GET)
        return read_part(request, value, end, "bytes=", 0);
    if (is_named(at, colon, "Content-Range") && request->method == PUT)
        return read_part(request, value, end, "bytes ", 1);
    return 0;
}

static struct file *find(struct server *server, const char *path) {
    for (int i = 0; i < server->count; i++)
        if (strcmp(server->files[i].path, path) == 0)
            return &server->files[i];
    return NULL;
}

static void make_tag(struct file *file) {
    file->tag = 2166136261u;
    for (size_t i = 0; i < file->size; i++)
        file->tag = (file->tag ^ file->body[i]) * 16777619u;
}

/* A whole body makes the file anew, also one that is gone. */
static int put_whole(struct server *server, struct file *file, const struct request *request, const char *body) {
    if (file == NULL) {
        if (server->count == MAX_FILES)
            return -1;
        file = &server->files[server->count++];
        strcpy(file->path, request->path);
    }
    unsigned char *copy = malloc(request->length + 1);
    if (copy == NULL)
        return -1;
    memcpy(copy, body, request->length);
    free(file->body);
    file->body = copy;
    file->size = request->length;
    file->is_gone = 0;
    make_tag(file);
    return 0;
}

/* A part is taken only for the body that the client knows, which the tag says. */
static int put_part(struct file *file, const struct request *request, const char *body) {
    unsigned long length = request->part[1] - request->part[0] + 1;
    if (file == NULL || !request->has_tag || request->length != length)
        return -1;
    if (request->part[2] != file->size || request->part[1] >= file->size)
        return -1;
    memcpy(file->body + request->part[0], body, length);
    make_tag(file);
    return 0;
}

static int get(struct server *server, const struct file *file, const struct request *request) {
    if (file == NULL || file->is_gone)
        return -1;
    if (request->has_part && request->part[1] >= file->size)
        return -1;
    server->sent += request->has_part ? request->part[1] - request->part[0] + 1 : file->size;
    return 0;
}

/* The path is kept, so that who asks for it again learns that it is gone. */
static int delete(struct file *file) {
    if (file == NULL || file->is_gone)
        return -1;
    free(file->body);
    file->body = NULL;
    file->is_gone = 1;
    return 0;
}

static int serve(struct server *server, const struct request *request, const char *body) {
    struct file *file = find(server, request->path);
    if (request->has_tag && (file == NULL || file->tag != request->tag))
        return -1;
    switch (request->method) {
    case GET:
        return get(server, file, request);
    case PUT:
        return request->has_part ? put_part(file, request, body) : put_whole(server, file, request, body);
    default:
        return delete(file);
    }
}

static int read_requests(struct server *server, const char *at, const char *end) {
    while (at < end) {
        struct request request;
        memset(&request, 0, sizeof request);
        const char *line = line_end(at, end);
        if (line == NULL || read_request_line(&request, at, line) < 0)
            return -1;
        for (at = line + 2;; at = line + 2) {
            line = line_end(at, end);
            if (line == NULL)
                return -1;
            if (line == at)
                break;
            if (read_field(&request, at, line) < 0)
                return -1;
        }
        at = line + 2;
        if (!request.has_host || request.length > (unsigned long)(end - at))
            return -1;
        if (serve(server, &request, at) < 0)
            return -1;
        at += request.length;
    }
    return (int)server->sent;
}

int parse(const unsigned char *data, size_t size) {
    struct server server;
    memset(&server, 0, sizeof server);
    int result = read_requests(&server, (const char *)data, (const char *)data + size);
    for (int i = 0; i < server.count; i++)
        free(server.files[i].body);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
