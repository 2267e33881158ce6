/* Reads JSON into a tree and follows its references: an object {"$ref": "#/a/0"} stands for another place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 16

enum kind { NOTHING, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT };

struct value {
    enum kind kind;
    long number;
    const char *text; /* The string, or the digits. */
    size_t length;
    const char *key; /* Of a member of an object. */
    size_t key_length;
    struct value *first; /* Elements or members. */
    struct value *next;
};

struct reader {
    const char *at;
    const char *end;
    int depth;
};

static struct value *read_value(struct reader *in);

static void release(struct value *value) {
    while (value != NULL) {
        struct value *next = value->next;
        release(value->first);
        free(value);
        value = next;
    }
}

static char peek(struct reader *in) {
    while (in->at < in->end && strchr(" \t\r\n", *in->at) != NULL && *in->at != '\0')
        in->at++;
    return in->at < in->end ? *in->at : '\0';
}

static int take(struct reader *in, char wanted) {
    if (peek(in) != wanted || wanted == '\0')
        return 0;
    in->at++;
    return 1;
}

static int take_word(struct reader *in, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0)
        return 0;
    in->at += length;
    return 1;
}

/* A string as it stands between its quotes; escapes are checked and left as they are. */
static int read_string(struct reader *in, const char **text, size_t *length) {
    if (!take(in, '"'))
        return -1;
    *text = in->at;
    while (in->at < in->end && *in->at != '"') {
        if ((unsigned char)*in->at < 0x20)
            return -1;
        if (*in->at == '\\' && (++in->at == in->end || strchr("\"\\/bfnrt", *in->at) == NULL || *in->at == '\0'))
            return -1;
        in->at++;
    }
    *length = (size_t)(in->at - *text);
    return take(in, '"') ? 0 : -1;
}

static int read_number(struct reader *in, struct value *value) {
    int negative = *in->at == '-';
    in->at += negative;
    value->text = in->at;
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++) {
        if (value->number > 100000000)
            return -1;
        value->number = value->number * 10 + (*in->at - '0');
    }
    value->length = (size_t)(in->at - value->text);
    if (negative)
        value->number = -value->number;
    return value->length > 0 ? 0 : -1;
}

/* The values between a bracket and the one that closes it. */
static int read_members(struct reader *in, struct value *parent, char close) {
    struct value **last = &parent->first;
    if (take(in, close))
        return 0;
    do {
        const char *key = NULL;
        size_t length = 0;
        if (close == '}' && (read_string(in, &key, &length) < 0 || !take(in, ':')))
            return -1;
        struct value *member = read_value(in);
        if (member == NULL)
            return -1;
        member->key = key;
        member->key_length = length;
        *last = member;
        last = &member->next;
    } while (take(in, ','));
    return take(in, close) ? 0 : -1;
}

static int read_into(struct reader *in, struct value *value) {
    switch (peek(in)) {
    case '{':
        value->kind = OBJECT;
        in->at++;
        return read_members(in, value, '}');
    case '[':
        value->kind = ARRAY;
        in->at++;
        return read_members(in, value, ']');
    case '"':
        value->kind = STRING;
        return read_string(in, &value->text, &value->length);
    case 't':
        value->kind = BOOLEAN;
        value->number = 1;
        return take_word(in, "true") ? 0 : -1;
    case 'f':
        value->kind = BOOLEAN;
        return take_word(in, "false") ? 0 : -1;
    case 'n':
        return take_word(in, "null") ? 0 : -1;
    case '\0':
        return -1;
    default:
        value->kind = NUMBER;
        return read_number(in, value);
    }
}

static struct value *read_value(struct reader *in) {
    if (in->depth == MAX_DEPTH)
        return NULL;
    struct value *value = calloc(1, sizeof *value);
    if (value == NULL)
        return NULL;
    in->depth++;
    if (read_into(in, value) < 0) {
        release(value);
        value = NULL;
    }
    in->depth--;
    return value;
}

static const struct value *child(const struct value *parent, const char *name, size_t length) {
    size_t index = 0;
    for (size_t i = 0; i < length; i++)
        index = index * 10 + (size_t)(name[i] - '0');
    for (const struct value *at = parent->first; at != NULL; at = at->next, index--) {
        if (parent->kind == OBJECT && at->key_length == length && memcmp(at->key, name, length) == 0)
            return at;
        if (parent->kind == ARRAY && index == 0)
            return at;
    }
    return NULL;
}

/* The value that a reference such as `#/items/2` names. */
static const struct value *resolve(const struct value *root, const char *at, const char *end) {
    const struct value *found = root;
    while (at < end && *at == '/') {
        const char *name = ++at;
        while (at < end && *at != '/')
            at++;
        found = child(found, name, (size_t)(at - name));
    }
    return found;
}

/* Counts the values, those behind references once more. */
static int count(const struct value *root, const struct value *value) {
    int found = 1;
    if (value->kind == OBJECT) {
        const struct value *reference = child(value, "$ref", 4);
        if (reference != NULL && reference->kind == STRING && reference->length > 0 && reference->text[0] == '#') {
            const struct value *target = resolve(root, reference->text + 1, reference->text + reference->length);
            return target != NULL && target->kind == OBJECT ? 2 : 1;
        }
    }
    for (const struct value *at = value->first; at != NULL; at = at->next)
        found += count(root, at);
    return found;
}

int parse(const unsigned char *data, size_t size) {
    struct reader in = {(const char *)data, (const char *)data + size, 0};
    struct value *root = read_value(&in);
    if (root == NULL)
        return -1;
    int found = peek(&in) == '\0' ? count(root, root) : -1;
    release(root);
    return found;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
