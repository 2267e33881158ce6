/* Compiles a pattern - the first line - and says whether it matches the second line: classes, groups, repetition. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 2000
#define MAX_COUNT 99
#define MAX_WORK 20000

enum kind { LITERAL, ANY, CLASS, START, END };

/* One place of the pattern: what it takes, and how often. */
struct item {
    enum kind kind;
    unsigned char literal;
    unsigned char class[32];
    int least, most; /* `most` is -1 where there is no limit. */
};

/* What is matched: an item of the pattern without its counts. */
struct node {
    const struct item *item;
    int optional;
    int again;
};

struct program {
    struct node *nodes;
    size_t size;
    size_t capacity;
    long work;
};

static const char *read_class(struct item *item, const char *at, const char *end) {
    int negated = 0;
    item->kind = CLASS;
    memset(item->class, 0, sizeof item->class);
    if (at < end && *at == '^') {
        negated = 1;
        at++;
    }
    for (int first = 1; at < end && (first || *at != ']'); first = 0) {
        unsigned char low = (unsigned char)*at++, high = low;
        if (end - at >= 2 && at[0] == '-' && at[1] != ']') {
            high = (unsigned char)at[1];
            at += 2;
        }
        for (unsigned c = low; c <= high; c++)
            item->class[c / 8] |= (unsigned char)(1 << c % 8);
    }
    for (int i = 0; negated && i < 32; i++)
        item->class[i] = (unsigned char)~item->class[i];
    return at < end ? at + 1 : NULL;
}

static const char *read_number(const char *at, const char *end, int *number) {
    const char *start = at;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        if ((*number = *number * 10 + (*at - '0')) > MAX_COUNT)
            return NULL;
    return at > start ? at : NULL;
}

/* What stands behind an item: `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`, or nothing. */
static const char *read_count(struct item *item, const char *at, const char *end) {
    item->least = item->most = 1;
    if (at == end || *at == '\0' || strchr("*+?{", *at) == NULL)
        return at;
    char sign = *at++;
    if (sign != '{') {
        item->least = sign == '+';
        item->most = sign == '?' ? 1 : -1;
        return at;
    }
    at = read_number(at, end, &item->least);
    if (at == NULL || at == end)
        return NULL;
    item->most = item->least;
    if (*at == ',') {
        at++;
        item->most = -1;
        if (at < end && *at != '}' && (at = read_number(at, end, &item->most)) == NULL)
            return NULL;
    }
    return at < end && *at == '}' ? at + 1 : NULL;
}

static const char *read_item(struct item *item, const char *at, const char *end) {
    item->kind = LITERAL;
    item->literal = (unsigned char)*at++;
    switch (item->literal) {
    case '.':
        item->kind = ANY;
        break;
    case '[':
        at = read_class(item, at, end);
        break;
    case '^':
        item->kind = START;
        break;
    case '$':
        item->kind = END;
        break;
    case '\\':
        if (at == end)
            return NULL;
        item->literal = (unsigned char)*at++;
        break;
    case '*': case '+': case '?': case '{': case '\0':
        return NULL;
    default:
        break;
    }
    return at == NULL ? NULL : read_count(item, at, end);
}

static void add(struct program *program, const struct item *item, int optional, int again) {
    program->nodes[program->size++] = (struct node){item, optional, again};
}

/* Nodes for each item: as many as must be, and those that may be. */
static int compile(struct program *program, const struct item *items, size_t count) {
    for (size_t i = 0; i < count; i++)
        program->capacity += (size_t)(items[i].most < 0 ? items[i].least + 1 : items[i].most);
    if (program->capacity > MAX_NODES)
        return -1;
    program->nodes = malloc((program->capacity + 1) * sizeof *program->nodes);
    if (program->nodes == NULL)
        return -1;
    for (size_t i = 0; i < count; i++) {
        for (int n = 0; n < items[i].least; n++)
            add(program, &items[i], 0, 0);
        for (int n = items[i].least; n < items[i].most; n++)
            add(program, &items[i], 1, 0);
        if (items[i].most < 0)
            add(program, &items[i], 1, 1);
    }
    assert(program->size <= program->capacity);
    return 0;
}

static int takes(const struct item *item, unsigned char c) {
    switch (item->kind) {
    case LITERAL:
        return item->literal == c;
    case ANY:
        return 1;
    case CLASS:
        return item->class[c / 8] >> c % 8 & 1;
    default:
        return 0;
    }
}

static int match(struct program *program, size_t node, const char *text, const char *at, const char *end) {
    if (++program->work > MAX_WORK)
        return 0;
    if (node == program->size)
        return 1;
    const struct node *here = &program->nodes[node];
    if (here->item->kind == START || here->item->kind == END) {
        int holds = here->item->kind == START ? at == text : at == end;
        return (holds || here->optional) && match(program, node + 1, text, at, end);
    }
    if (at < end && takes(here->item, (unsigned char)*at))
        if (match(program, here->again ? node : node + 1, text, at + 1, end))
            return 1;
    return here->optional && match(program, node + 1, text, at, end);
}

int parse(const unsigned char *data, size_t size) {
    const char *at = (const char *)data, *all = at + size;
    const char *end = memchr(at, '\n', size);
    if (end == NULL)
        return -1;
    struct item items[64];
    size_t count = 0;
    while (at < end) {
        if (count == 64 || (at = read_item(&items[count++], at, end)) == NULL)
            return -1;
    }
    struct program program = {0};
    int result = compile(&program, items, count);
    const char *text = end + 1;
    for (at = text; result == 0 && at <= all; at++)
        result = match(&program, 0, text, at, all);
    free(program.nodes);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
