/* The server's side of a mail session: commands by lines, an envelope, and messages that end with a dot. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_RECIPIENTS 4

enum state { CONNECTED, GREETED, SENDER, RECIPIENT, MESSAGE, CLOSED };

struct session {
    enum state state;
    char *sender;
    char *recipients[MAX_RECIPIENTS];
    int recipient_count;
    size_t message_size;
    int delivered;
    int errors;
};

static void clear_envelope(struct session *session) {
    free(session->sender);
    session->sender = NULL;
    for (int i = 0; i < session->recipient_count; i++)
        free(session->recipients[i]);
    session->recipient_count = 0;
    session->message_size = 0;
}

/* A copy of the address between angle brackets; NULL when there is none. */
static char *address(const char *at, const char *end) {
    while (at < end && *at == ' ')
        at++;
    if (end - at < 2 || *at != '<' || end[-1] != '>')
        return NULL;
    size_t length = (size_t)(end - at) - 2;
    for (size_t i = 0; i < length; i++)
        if (!isgraph((unsigned char)at[1 + i]) || at[1 + i] == '<')
            return NULL;
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, at + 1, length);
        copy[length] = '\0';
    }
    return copy;
}

static int begins_with(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && strncasecmp(at, word, length) == 0;
}

static int greet(struct session *session, const char *at, const char *end) {
    if (at == end || session->state != CONNECTED)
        return -1;
    session->state = GREETED;
    return 0;
}

static int mail(struct session *session, const char *at, const char *end) {
    if (session->state != GREETED)
        return -1;
    session->sender = address(at, end);
    if (session->sender == NULL)
        return -1;
    session->state = SENDER;
    return 0;
}

static int recipient(struct session *session, const char *at, const char *end) {
    if (session->state != SENDER && session->state != RECIPIENT)
        return -1;
    char *copy = address(at, end);
    if (copy == NULL || session->recipient_count == MAX_RECIPIENTS || copy[0] == '\0') {
        free(copy);
        return -1;
    }
    session->recipients[session->recipient_count++] = copy;
    session->state = RECIPIENT;
    return 0;
}

static int data_follows(struct session *session) {
    if (session->state != RECIPIENT)
        return -1;
    session->state = MESSAGE;
    return 0;
}

static int reset(struct session *session) {
    clear_envelope(session);
    if (session->state == SENDER)
        session->state = GREETED;
    return 0;
}

/* A message for each recipient, and one for the sender when there is nobody to send to. */
static void deliver(struct session *session) {
    session->delivered += session->recipient_count;
    if (strchr(session->sender, '@') == NULL)
        session->delivered++;
    clear_envelope(session);
    session->state = GREETED;
}

static int command(struct session *session, const char *at, const char *end) {
    if (begins_with(at, end, "HELO ") || begins_with(at, end, "EHLO "))
        return greet(session, at + 5, end);
    if (begins_with(at, end, "MAIL FROM:"))
        return mail(session, at + 10, end);
    if (begins_with(at, end, "RCPT TO:"))
        return recipient(session, at + 8, end);
    if (end - at == 4 && begins_with(at, end, "DATA"))
        return data_follows(session);
    if (end - at == 4 && begins_with(at, end, "RSET"))
        return reset(session);
    if (end - at == 4 && begins_with(at, end, "NOOP"))
        return 0;
    if (end - at == 4 && begins_with(at, end, "QUIT")) {
        session->state = CLOSED;
        return 0;
    }
    return -1;
}

static void message_line(struct session *session, const char *at, const char *end) {
    if (end - at == 1 && *at == '.')
        deliver(session);
    else
        session->message_size += (size_t)(end - at);
}

int parse(const unsigned char *data, size_t size) {
    struct session session = {0};
    const char *at = (const char *)data, *all = at + size;
    while (at < all && session.state != CLOSED && session.errors < 3) {
        const char *line = memchr(at, '\n', (size_t)(all - at));
        if (line == NULL)
            break;
        const char *end = line > at && line[-1] == '\r' ? line - 1 : line;
        if (session.state == MESSAGE)
            message_line(&session, at, end);
        else if (command(&session, at, end) < 0)
            session.errors++;
        at = line + 1;
    }
    clear_envelope(&session);
    return session.state == CLOSED ? session.delivered : -1;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
