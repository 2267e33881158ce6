// effigy: --sym-stdin 4
// The string library on short symbolic strings. Nothing fails.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static size_t own_length(const char *text) {
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

int main(void) {
    char text[5], copy[8], moved[8];
    size_t got = fread(text, 1, 4, stdin);
    text[got] = '\0';

    size_t length = strlen(text);
    assert(length == own_length(text));
    assert(length <= got);

    memset(copy, '#', sizeof copy);
    memcpy(copy, text, length + 1);
    assert(strcmp(copy, text) == 0);
    assert(memcmp(copy, text, length) == 0);
    assert(copy[7] == '#');

    memcpy(moved, "0123456", 8);
    memmove(moved + 2, moved, 4);
    assert(strcmp(moved, "0101236") == 0);

    const char *slash = strchr(text, '/');
    if (slash) {
        assert(*slash == '/');
        assert(slash >= text && slash < text + length);
    } else {
        for (size_t i = 0; i < length; i++)
            assert(text[i] != '/');
    }
    if (length == 2 && strcmp(text, "no") == 0)
        puts("refused");
    assert(strstr("a needle in hay", "needle") != NULL);
    assert(strstr("hay", "needle") == NULL);
    assert(strncmp("prefix", "prelude", 3) == 0);
    assert(strrchr("a/b/c", '/')[1] == 'c');
    return 0;
}
