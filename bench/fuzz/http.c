/* Reads an HTTP/1.1 request: its line, its header fields, and its body by length or in chunks. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_BODY 1024

struct request {
    int method;
    int keep_alive;
    int chunked;
    long length;
    int has_host;
    unsigned char body[MAX_BODY];
    int body_size;
};

static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};

/* The end of the line at `at`, where its CR is; NULL when the line does not end. */
static const char *line_end(const char *at, const char *end) {
    for (; end - at >= 2; at++)
        if (at[0] == '\r' && at[1] == '\n')
            return at;
    return NULL;
}

static int read_request_line(struct request *request, const char *at, const char *end) {
    const char *space = memchr(at, ' ', (size_t)(end - at));
    if (space == NULL)
        return -1;
    request->method = -1;
    for (int i = 0; i < 5; i++) {
        size_t length = strlen(methods[i]);
        if ((size_t)(space - at) == length && memcmp(at, methods[i], length) == 0)
            request->method = i;
    }
    if (request->method < 0)
        return -1;
    at = space + 1;
    space = memchr(at, ' ', (size_t)(end - at));
    if (space == NULL || *at != '/')
        return -1;
    for (; at < space; at++)
        if (!isgraph((unsigned char)*at))
            return -1;
    at = space + 1;
    if (end - at != 8 || memcmp(at, "HTTP/1.", 7) != 0)
        return -1;
    request->keep_alive = at[7] == '1';
    return at[7] == '0' || at[7] == '1' ? 0 : -1;
}

static int is_named(const char *at, const char *colon, const char *name) {
    size_t length = strlen(name);
    return (size_t)(colon - at) == length && strncasecmp(at, name, length) == 0;
}

static int has_value(const char *at, const char *end, const char *value) {
    size_t length = strlen(value);
    return (size_t)(end - at) == length && strncasecmp(at, value, length) == 0;
}

static int read_length(struct request *request, const char *at, const char *end) {
    request->length = 0;
    if (at == end)
        return -1;
    for (; at < end; at++) {
        if (!isdigit((unsigned char)*at) || request->length > MAX_BODY)
            return -1;
        request->length = request->length * 10 + (*at - '0');
    }
    return request->length <= MAX_BODY ? 0 : -1;
}

static int read_field(struct request *request, const char *at, const char *end) {
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (colon == NULL || colon == at)
        return -1;
    const char *value = colon + 1;
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (is_named(at, colon, "Host")) {
        request->has_host = 1;
    } else if (is_named(at, colon, "Connection")) {
        if (has_value(value, end, "close"))
            request->keep_alive = 0;
    } else if (is_named(at, colon, "Content-Length")) {
        return read_length(request, value, end);
    } else if (is_named(at, colon, "Transfer-Encoding")) {
        if (!has_value(value, end, "chunked"))
            return -1;
        request->chunked = 1;
    }
    return 0;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static int read_chunks(struct request *request, const char *at, const char *end) {
    for (;;) {
        const char *line = line_end(at, end);
        if (line == NULL || line == at || line - at > 8)
            return -1;
        unsigned digits = 0;
        for (; at < line; at++) {
            int digit = digit_value(*at);
            if (digit < 0)
                return -1;
            digits = digits << 4 | (unsigned)digit;
        }
        int size = (int)digits;
        at = line + 2;
        if (size == 0)
            return 0;
        if (size > end - at || size > MAX_BODY - request->body_size)
            return -1;
        memcpy(request->body + request->body_size, at, (size_t)size);
        request->body_size += size;
        at += size;
        if (end - at < 2 || at[0] != '\r' || at[1] != '\n')
            return -1;
        at += 2;
    }
}

static int read_request(struct request *request, const char *at, const char *end) {
    const char *line = line_end(at, end);
    if (line == NULL || read_request_line(request, at, line) < 0)
        return -1;
    for (at = line + 2;; at = line + 2) {
        line = line_end(at, end);
        if (line == NULL)
            return -1;
        if (line == at)
            break;
        if (read_field(request, at, line) < 0)
            return -1;
    }
    at = line + 2;
    if (!request->has_host)
        return -1;
    if (request->chunked)
        return read_chunks(request, at, end);
    if (request->length > end - at)
        return -1;
    memcpy(request->body, at, (size_t)request->length);
    request->body_size = (int)request->length;
    return 0;
}

int parse(const unsigned char *data, size_t size) {
    struct request request;
    memset(&request, 0, sizeof request);
    if (read_request(&request, (const char *)data, (const char *)data + size) < 0)
        return -1;
    return request.body_size;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
