/* Reads the layout of a storage: a section for each volume, with its kind, its size and its stripes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VOLUMES 8
#define MAX_NAME 16
#define MAX_LINE 80

enum kind { DATA, MIRROR, SPARE };

struct volume {
    char name[MAX_NAME];
    enum kind kind;
    /* In blocks. */
    long size;
    long stripes;
};

struct layout {
    struct volume volumes[MAX_VOLUMES];
    int count;
    long blocks, spare_blocks, longest_stripe;
};

static const char *const kinds[] = {"data", "mirror", "spare"};

/* Takes the blanks away at both ends. */
static char *trim(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r'))
        text[--length] = '\0';
    return text;
}

/* A number from `least` to `most`; -1 when it is none. */
static long number(const char *text, long least, long most) {
    long value = 0;
    if (*text == '\0')
        return -1;
    for (; *text != '\0'; text++) {
        if (!isdigit((unsigned char)*text))
            return -1;
        value = value * 10 + (*text - '0');
        if (value > most)
            return -1;
    }
    return value < least ? -1 : value;
}

static const struct volume *find(const struct layout *layout, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(layout->volumes[i].name, name) == 0)
            return &layout->volumes[i];
    return NULL;
}

/* Sees that the last volume is complete, before another one begins. */
static int finish(struct layout *layout) {
    if (layout->count == 0)
        return 0;
    struct volume *volume = &layout->volumes[layout->count - 1];
    if (volume->size == 0)
        return -1;
    /* A spare has no stripes until it stands in for another one. */
    if (volume->kind == SPARE)
        volume->stripes = 0;
    return volume->kind != MIRROR || volume->stripes % 2 == 0 ? 0 : -1;
}

static int begin(struct layout *layout, char *head) {
    size_t length = strlen(head);
    if (finish(layout) < 0 || layout->count == MAX_VOLUMES)
        return -1;
    if (head[length - 1] != ']' || strncmp(head, "[volume ", 8) != 0)
        return -1;
    head[length - 1] = '\0';
    const char *name = trim(head + 8);
    if (*name == '\0' || strlen(name) >= MAX_NAME || find(layout, layout->count, name) != NULL)
        return -1;
    struct volume *volume = &layout->volumes[layout->count++];
    strcpy(volume->name, name);
    volume->kind = DATA;
    volume->size = 0;
    volume->stripes = 1;
    return 0;
}

/* Takes all settings of an earlier volume. */
static int copy_from(struct layout *layout, struct volume *volume, const char *name) {
    const struct volume *other = find(layout, layout->count - 1, name);
    if (other == NULL)
        return -1;
    volume->kind = other->kind;
    volume->size = other->size;
    volume->stripes = other->stripes;
    return 0;
}

static int set(struct layout *layout, const char *key, const char *value) {
    if (layout->count == 0)
        return -1;
    struct volume *volume = &layout->volumes[layout->count - 1];
    if (strcmp(key, "like") == 0)
        return copy_from(layout, volume, value);
    if (strcmp(key, "size") == 0) {
        volume->size = number(value, 1, 1 << 20);
        return volume->size < 0 ? -1 : 0;
    }
    if (strcmp(key, "stripes") == 0) {
        volume->stripes = number(value, 1, 16);
        return volume->stripes < 0 ? -1 : 0;
    }
    if (strcmp(key, "kind") == 0) {
        for (int i = 0; i < 3; i++) {
            if (strcmp(value, kinds[i]) == 0) {
                volume->kind = (enum kind)i;
                return 0;
            }
        }
    }
    return -1;
}

static int read_line(struct layout *layout, char *line) {
    line = trim(line);
    if (*line == '\0' || *line == '#' || *line == ';')
        return 0;
    if (*line == '[')
        return begin(layout, line);
    char *value = strchr(line, '=');
    if (value == NULL || value == line)
        return -1;
    *value++ = '\0';
    return set(layout, trim(line), trim(value));
}

/* How long a stripe of each volume is, the last one filled up. */
static void lay_out(struct layout *layout) {
    for (int i = 0; i < layout->count; i++) {
        const struct volume *volume = &layout->volumes[i];
        if (volume->kind == SPARE) {
            layout->spare_blocks += volume->size;
            continue;
        }
        long stripe = (volume->size + volume->stripes - 1) / volume->stripes;
        if (stripe > layout->longest_stripe)
            layout->longest_stripe = stripe;
        layout->blocks += volume->kind == MIRROR ? 2 * volume->size : volume->size;
    }
}

int parse(const unsigned char *data, size_t size) {
    struct layout layout;
    memset(&layout, 0, sizeof layout);
    const char *at = (const char *)data, *all = at + size;
    while (at < all) {
        char line[MAX_LINE];
        const char *end = memchr(at, '\n', (size_t)(all - at));
        if (end == NULL)
            end = all;
        size_t length = (size_t)(end - at);
        if (length >= MAX_LINE || memchr(at, '\0', length) != NULL)
            return -1;
        memcpy(line, at, length);
        line[length] = '\0';
        if (read_line(&layout, line) < 0)
            return -1;
        at = end < all ? end + 1 : all;
    }
    if (finish(&layout) < 0 || layout.count == 0)
        return -1;
    lay_out(&layout);
    return layout.blocks >= layout.spare_blocks ? (int)layout.longest_stripe : -1;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
